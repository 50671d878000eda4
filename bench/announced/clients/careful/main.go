// Follows the guide in Go: decodes only what it needs, names its limit, fails on any refusal.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

type lead struct {
	ID    string `json:"id"`
	Email string `json:"email"`
}
type page struct {
	Data []lead `json:"data"`
}

var client = http.Client{Timeout: 5 * time.Second}

func call(method, path string, body any, into any) {
	var reader io.Reader
	if body != nil {
		text, _ := json.Marshal(body)
		reader = bytes.NewReader(text)
	}
	request, _ := http.NewRequest(method, os.Getenv("LEAD_API_URL")+"/v1"+path, reader)
	request.Header.Set("X-API-Key", os.Getenv("LEAD_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		fmt.Println("Error:", err)
		os.Exit(1)
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		fmt.Println("Error:", method, answer.StatusCode)
		os.Exit(1)
	}
	if into != nil {
		if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
			fmt.Println("Error:", err)
			os.Exit(1)
		}
	}
}

func main() {
	leads := "/firms/" + os.Getenv("LEAD_API_FIRM_ID") + "/leads"
	for _, email := range []string{"fay@example.com", "gus@example.com"} {
		call("POST", leads, map[string]any{"email": email, "firstName": "Fay", "lastName": "Fox", "resourceType": "Firm", "resourceId": os.Getenv("LEAD_API_FIRM_ID")}, nil)
	}
	var found page
	call("GET", leads+"?limit=100&offset=0", nil, &found)
	for _, one := range found.Data {
		if one.Email == "gus@example.com" {
			call("DELETE", "/leads/"+one.ID, nil, nil)
		}
	}
}
