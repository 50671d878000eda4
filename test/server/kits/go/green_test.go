package partner

import (
	"fmt"
	"testing"
	"time"

	"partner.example/leadsandbox"
)

func TestAll(t *testing.T) {
	w := leadsandbox.New(t)
	if w.URL == "" || w.APIKey == "" || w.RealtorKey == "" || w.FirmID == "" || w.MemberID == "" || w.ReferralCode == "" {
		t.Fatalf("no configuration: %+v", w)
	}
	refer(t, w, "maya@example.com", 201)
	mail := w.WaitForMail("maya@example.com", "sign up", 5*time.Second)
	if mail["html"] == "" || len(mail["links"].([]any)) == 0 {
		t.Fatal(mail)
	}
	converted := w.SignUp("maya@example.com")["leads"].([]any)[0].(map[string]any)
	if converted["state"] != "Converted" {
		t.Fatal(converted)
	}
	other := refer(t, w, "other@example.com", 201)
	if lead := w.Archive(other); lead["state"] != "Archived" {
		t.Fatal(lead)
	}
	w.Advance(90 * time.Minute)
	w.PlanFault(map[string]any{"match": map[string]any{"method": "GET"}, "then": map[string]any{"status": 503}, "times": 1})
	list(t, w, 503)
	if len(w.Requests()) != 3 {
		t.Fatal(w.Report())
	}
	w.UseQuota(500)
	list(t, w, 429)
	w.Reset()
	list(t, w, 200)
	if mails := w.Call("GET", "/emails", nil).([]any); len(mails) != 0 {
		t.Fatal(mails)
	}
}

func TestOptions(t *testing.T) {
	w := leadsandbox.New(t, map[string]any{"now": "2026-03-02T09:00:00Z"})
	clock := w.Call("GET", "/clock", nil).(map[string]any)
	if clock["now"] != "2026-03-02T09:00:00.000Z" {
		t.Fatal(clock)
	}
}

func TestEach(t *testing.T) {
	for number := range 20 {
		t.Run(fmt.Sprint("number ", number), func(t *testing.T) {
			t.Parallel()
			w := leadsandbox.New(t)
			refer(t, w, "same@example.com", 201)
			if len(w.Requests()) != 1 {
				t.Fatal(w.Report())
			}
		})
	}
}
