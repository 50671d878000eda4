// Incremental: reads what changed since the newest time that the ledger has, less five minutes.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"
)

type lead struct{ ID, UpdatedAt, DeletedAt, ConvertedAt string } // null becomes ""
type row struct{ ID, State, At string }

func get(query url.Values) (page struct{ Data []lead }) {
	list := os.Getenv("LEAD_API_URL") + "/v1/firms/" + os.Getenv("LEAD_API_FIRM_ID") + "/leads?"
	request, _ := http.NewRequest("GET", list+query.Encode(), nil)
	request.Header.Set("X-API-Key", os.Getenv("LEAD_API_KEY"))
	response, err := (&http.Client{Timeout: 30 * time.Second}).Do(request)
	if err != nil || response.StatusCode != 200 || json.NewDecoder(response.Body).Decode(&page) != nil {
		log.Fatal("no list: ", err, response)
	}
	return page
}

func (l lead) state() string {
	if l.DeletedAt == "" {
		return "Active"
	} else if l.ConvertedAt == "" {
		return "Archived"
	}
	return "Converted"
}

func main() {
	ledger, rows := filepath.Join(os.Getenv("LEAD_SANDBOX_STATE"), "ledger.json"), map[string]row{}
	var saved []row
	if text, err := os.ReadFile(ledger); err == nil && json.Unmarshal(text, &saved) != nil {
		log.Fatal("not a ledger")
	}
	mark := "1970-01-02T00:00:00.000Z"
	for _, r := range saved {
		rows[r.ID], mark = r, max(mark, r.At) // times of the server only
	}
	newest, _ := time.Parse(time.RFC3339, mark)
	since := newest.Add(-5 * time.Minute).Format("2006-01-02T15:04:05.000Z")
	for _, field := range []string{"updatedAt", "deletedAt"} { // a conversion and an archival move deletedAt only
		for more, offset := true, 0; more; offset += 100 {
			filter := fmt.Sprintf(`{"%s":{"$gte":"%s"}}`, field, since)
			page := get(url.Values{"scope": {"withDeleted"}, "filter": {filter}, "limit": {"100"}, "offset": {fmt.Sprint(offset)}})
			for _, l := range page.Data {
				rows[l.ID] = row{l.ID, l.state(), max(l.UpdatedAt, l.DeletedAt)}
			}
			more = len(page.Data) == 100
		}
	}
	text, _ := json.Marshal(slices.AppendSeq([]row{}, maps.Values(rows)))
	if os.WriteFile(ledger+".new", text, 0o600) != nil || os.Rename(ledger+".new", ledger) != nil { // rows and their times at once
		log.Fatal("no ledger")
	}
}
