package partner

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"partner.example/leadsandbox"
)

func send(t *testing.T, w *leadsandbox.Workspace, method, path, body string, status int) []byte {
	t.Helper()
	request, err := http.NewRequest(method, w.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("x-api-key", w.APIKey)
	request.Header.Set("content-type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != status {
		t.Fatalf("%d is not %d", answer.StatusCode, status)
	}
	return text
}

func list(t *testing.T, w *leadsandbox.Workspace, status int) {
	t.Helper()
	send(t, w, "GET", "/v1/leads", "", status)
}

func refer(t *testing.T, w *leadsandbox.Workspace, email string, status int) string {
	t.Helper()
	body := fmt.Sprintf(`{"email":%q,"firstName":"Maya","lastName":"Moreau"}`, email)
	var answer struct{ Data struct{ ID string } }
	json.Unmarshal(send(t, w, "POST", "/v1/firms/"+w.FirmID+"/leads", body, status), &answer)
	return answer.Data.ID
}
