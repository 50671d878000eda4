package partner

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"partner.example/leadsandbox"
)

// A client that takes every answer for success.
func TestCareless(t *testing.T) {
	w := leadsandbox.New(t)
	body := strings.NewReader(`{"email":"maya@example.com","firstName":"Maya","lastName":"Moreau"}`)
	request, _ := http.NewRequest("POST", w.URL+"/v1/firms/"+w.FirmID+"/leads", body)
	request.Header.Set("x-api-key", w.APIKey)
	request.Header.Set("content-type", "application/json")
	client := http.Client{Timeout: 5 * time.Second}
	client.Do(request)
}
