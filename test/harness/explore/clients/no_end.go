// The same client as `no_end.py`, in Go.
package main

import (
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	client := http.Client{Timeout: 4 * time.Second}
	if os.Args[1] == "waits" {
		client.Timeout = 0
	}
	url := os.Getenv("LEAD_API_URL") + "/v1/firms/" + os.Getenv("LEAD_API_FIRM_ID") + "/leads"
	for {
		body := strings.NewReader(`{"email":"maya@example.com","firstName":"Maya","lastName":"Moss"}`)
		request, _ := http.NewRequest("POST", url, body)
		request.Header.Set("X-API-Key", os.Getenv("LEAD_API_KEY"))
		request.Header.Set("Content-Type", "application/json")
		answer, err := client.Do(request)
		if err == nil && (answer.StatusCode == 201 || answer.StatusCode == 409 && os.Args[1] != "repeats") {
			os.Exit(0)
		}
		time.Sleep(200 * time.Millisecond)
	}
}
