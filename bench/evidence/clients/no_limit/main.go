// Refers one person and reports every failure, but without a time limit.
package main

import (
	"net/http"
	"os"
	"strings"
)

func main() {
	body := `{"email":"mona@example.com","firstName":"Mona","lastName":"Mann","phone":{"number":"416-555-0107"}}`
	request, _ := http.NewRequest("POST", os.Getenv("LEAD_API_URL")+"/v1/firms/"+os.Getenv("LEAD_API_FIRM_ID")+"/leads", strings.NewReader(body))
	request.Header.Set("X-API-Key", os.Getenv("LEAD_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil || (response.StatusCode != 201 && response.StatusCode != 409) {
		os.Exit(1)
	}
}
