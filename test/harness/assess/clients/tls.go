// The same client as `tls.py`, in Go.
package main

import (
	"crypto/tls"
	"net/http"
	"os"
	"time"
)

func main() {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	if os.Args[2] == "trusts" {
		transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	}
	client := http.Client{Timeout: 30 * time.Second, Transport: transport}
	for attempt := 0; attempt < 4; attempt++ {
		request, _ := http.NewRequest("GET", os.Args[1]+"/v1/firms/"+os.Getenv("LEAD_API_FIRM_ID")+"/leads", nil)
		request.Header.Set("X-API-Key", os.Getenv("LEAD_API_KEY"))
		answer, err := client.Do(request)
		if err == nil && answer.StatusCode == 200 {
			os.Exit(0)
		}
		time.Sleep(200 * time.Millisecond)
	}
	os.Exit(1)
}
