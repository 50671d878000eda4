// Programs with the address, the key and the Firm of production in their code. Each prints its name and the status.
package main

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func send(name string, client *http.Client) {
	body := fmt.Sprintf(`{"email":"%s@example.com","firstName":"Maya","lastName":"Moreau"}`, name)
	request, _ := http.NewRequest("POST", "https://leads.lender.example/v1/firms/acme-4711/leads", strings.NewReader(body))
	request.Header.Set("X-API-Key", "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34")
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		fmt.Println(name, err)
		return
	}
	fmt.Println(name, answer.StatusCode)
}

func main() {
	if len(os.Args) > 1 {
		send("transport", &http.Client{Transport: &http.Transport{}})
		return
	}
	send("default", http.DefaultClient)
	send("clone", &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()})
	send("environment", &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{}}})
}
