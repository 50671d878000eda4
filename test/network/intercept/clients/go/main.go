// Programs with the address, the key and the Firm of production in their code. Each prints its name and the status.
package main

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/go-resty/resty/v2"
)

const url = "https://leads.lender.example/v1/firms/acme-4711/leads"
const key = "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34"

func bodyOf(name string) string {
	return fmt.Sprintf(`{"email":"%s@example.com","firstName":"Maya","lastName":"Moreau"}`, name)
}

func send(name string, client *http.Client) {
	request, _ := http.NewRequest("POST", url, strings.NewReader(bodyOf(name)))
	request.Header.Set("X-API-Key", key)
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		fmt.Println(name, err)
		return
	}
	fmt.Println(name, answer.StatusCode)
}

func sendByResty() {
	request := resty.New().R().SetHeader("X-API-Key", key).SetHeader("Content-Type", "application/json")
	answer, err := request.SetBody(bodyOf("resty")).Post(url)
	if err != nil {
		fmt.Println("resty", err)
		return
	}
	fmt.Println("resty", answer.StatusCode())
}

func main() {
	if len(os.Args) > 1 {
		send("transport", &http.Client{Transport: &http.Transport{}})
		return
	}
	send("default", http.DefaultClient)
	send("clone", &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()})
	send("environment", &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{}}})
	sendByResty()
}
