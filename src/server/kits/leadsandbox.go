// lead-sandbox kit for go test, version @VERSION@; newest: GET /_sandbox/kits/go

// Package leadsandbox gives each test a workspace of lead-sandbox: leadsandbox.New(t).
package leadsandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"
	"sync"
	"testing"
	"time"
)

const version = "@VERSION@"

// ControlURL replaces LEAD_SANDBOX_CONTROL_URL, such as for a container that the tests start.
var ControlURL string

// Workspace is a world of its own with the configuration of a client; "" for what its fixture lacks.
type Workspace struct {
	ID, URL, APIKey, RealtorKey, FirmID, MemberID, ReferralCode, token string
	t                                                                  testing.TB
}

// New creates the workspace of a test with options of POST /workspaces, such as "now" or "fixture".
// It is dropped after the test, and a failed test logs its requests.
func New(t testing.TB, options ...map[string]any) *Workspace {
	t.Helper()
	body := map[string]any{"label": t.Name(), "idleSeconds": 3600}
	for _, more := range options {
		maps.Copy(body, more)
	}
	variables := object(object(must(t, "", "POST", "/workspaces", body, 0))["variables"])
	of := func(name string) string { text, _ := variables[name].(string); return text }
	w := &Workspace{of("LEAD_SANDBOX_WORKSPACE"), of("LEAD_API_URL"), of("LEAD_API_KEY"), of("LEAD_API_REALTOR_KEY"),
		of("LEAD_API_FIRM_ID"), of("LEAD_API_MEMBER_ID"), of("LEAD_API_REFERRAL_CODE"), of("LEAD_SANDBOX_WORKSPACE_TOKEN"), t}
	t.Cleanup(func() {
		if t.Failed() {
			w.attempt("GET", "/report")
		}
		if os.Getenv("LEAD_SANDBOX_KEEP") != "1" {
			w.attempt("DELETE", "")
		}
	})
	return w
}

// Call makes any control call of the workspace: the "data" of its answer, or its text. A refusal fails the test.
func (w *Workspace) Call(method, path string, body any) any {
	w.t.Helper()
	return must(w.t, w.token, method, "/workspaces/"+w.ID+path, body, 0)
}

// SignUp lets the client sign up: clientProfile, leads, plans, emails.
func (w *Workspace) SignUp(email string) map[string]any {
	return object(w.Call("POST", "/sign-ups", map[string]any{"email": email}))
}

func (w *Workspace) Archive(leadID string) map[string]any {
	return object(object(w.Call("POST", "/leads/"+url.PathEscape(leadID)+"/archive", nil))["lead"])
}

func (w *Workspace) Advance(by time.Duration) {
	w.Call("POST", "/clock/advance", map[string]any{"by": by.Milliseconds()})
}

// PlanFault takes "match", "then" and "times".
func (w *Workspace) PlanFault(fault map[string]any) map[string]any {
	return object(w.Call("POST", "/faults", fault))
}

func (w *Workspace) UseQuota(count int) {
	w.Call("POST", "/quotas/partner/use", map[string]any{"count": count})
}

func (w *Workspace) Requests() []any {
	all, _ := w.Call("GET", "/requests?order=asc&limit=1000", nil).([]any)
	return all
}

// WaitForMail returns the newest matching mail with text, html and links; "" matches any.
func (w *Workspace) WaitForMail(to, subject string, timeout time.Duration) map[string]any {
	w.t.Helper()
	query := url.Values{"to": {to}, "subject": {subject}, "timeoutMs": {fmt.Sprint(timeout.Milliseconds())}}
	return object(must(w.t, w.token, "GET", "/workspaces/"+w.ID+"/emails/wait?"+query.Encode(), nil, timeout))
}

func (w *Workspace) Report() string { text, _ := w.Call("GET", "/report", nil).(string); return text }
func (w *Workspace) Reset()         { w.Call("POST", "/reset", nil) }

func must(t testing.TB, token, method, path string, body any, wait time.Duration) any {
	t.Helper()
	data, err := call(token, method, path, body, wait)
	if err != nil {
		t.Fatal("lead-sandbox: ", err)
	}
	return data
}

func call(own, method, path string, body any, wait time.Duration) (any, error) {
	base := strings.TrimRight(cmp.Or(ControlURL, os.Getenv("LEAD_SANDBOX_CONTROL_URL"), "http://127.0.0.1:4610/_sandbox"), "/")
	var sent io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, base+path, sent)
	if err != nil {
		return nil, err
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("user-agent", "lead-sandbox-kit-go/"+version)
	if token := cmp.Or(own, os.Getenv("LEAD_SANDBOX_CONTROL_TOKEN")); token != "" {
		request.Header.Set("authorization", "Bearer "+token)
	}
	client := http.Client{Timeout: wait + 30*time.Second}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("No lead-sandbox answers at %s (%w). Start one: npx lead-sandbox, or run npx lead-sandbox exec -- go test ./...", base, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	difference := compare(answer.Header.Get("x-lead-sandbox-version"))
	var found struct {
		Message, Hint string
		Data          any
	}
	isText := json.Unmarshal(text, &found) != nil
	if answer.StatusCode < 300 && isText {
		return string(text), nil
	} else if answer.StatusCode < 300 {
		return found.Data, nil
	}
	said := strings.TrimSpace(found.Message + " " + found.Hint)
	if isText {
		said = fmt.Sprintf("%.200s", text)
	} else if answer.StatusCode == 404 || answer.StatusCode == 422 {
		said += difference
	}
	return nil, fmt.Errorf("%s %s: %d %s", method, base+path, answer.StatusCode, said)
}

var once sync.Once

// compare says once that the kit and the sandbox are of two versions.
func compare(sandbox string) string {
	short := func(text string) string { return strings.TrimSuffix(text, path.Ext(text)) }
	if sandbox == "" || short(sandbox) == short(version) {
		return ""
	}
	difference := fmt.Sprintf(" The kit has version %s, the sandbox %s.", version, sandbox)
	once.Do(func() { fmt.Fprintln(os.Stderr, "lead-sandbox:"+difference) })
	return difference
}

// attempt logs the answer, or a failure that must not hide that of the test.
func (w *Workspace) attempt(method, path string) {
	if data, err := call(w.token, method, "/workspaces/"+w.ID+path, nil, 0); err != nil {
		w.t.Log("lead-sandbox: ", err)
	} else if path != "" {
		w.t.Log(data)
	}
}

func object(data any) map[string]any { found, _ := data.(map[string]any); return found }
