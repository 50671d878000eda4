// Full scan: reads every Lead of the Firm, oldest first, and replaces the ledger.
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
type row struct{ ID, State string }

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
	for more, offset := true, 0; more; offset += 100 {
		// With withDeleted no Lead leaves the list, and new ones come last: pages do not shift.
		page := get(url.Values{"scope": {"withDeleted"}, "order": {`[["createdAt","ASC"]]`}, "limit": {"100"}, "offset": {fmt.Sprint(offset)}})
		for _, l := range page.Data {
			rows[l.ID] = row{l.ID, l.state()}
		}
		more = len(page.Data) == 100
	}
	text, _ := json.Marshal(slices.AppendSeq([]row{}, maps.Values(rows)))
	if os.WriteFile(ledger+".new", text, 0o600) != nil || os.Rename(ledger+".new", ledger) != nil { // whole at any moment
		log.Fatal("no ledger")
	}
}
