// Reads the newest Leads first, in pages that overlap by ten, and writes a CSV file.
package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
)

type lead struct {
	ID, Email string
	DeletedAt *string
	ConvertedAt *string
}

const size, overlap = 100, 10

func page(offset int) ([]lead, error) {
	query := url.Values{"scope": {"withDeleted"}, "order": {`[["createdAt","DESC"]]`},
		"limit": {strconv.Itoa(size)}, "offset": {strconv.Itoa(offset)}}
	address := fmt.Sprintf("%s/v1/firms/%s/leads?%s",
		os.Getenv("LEAD_API_URL"), os.Getenv("LEAD_API_FIRM_ID"), query.Encode())
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("X-API-Key", os.Getenv("LEAD_API_KEY"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", answer.Status)
	}
	var body struct{ Data []lead }
	return body.Data, json.NewDecoder(answer.Body).Decode(&body)
}

func all() (map[string]lead, error) {
	found := map[string]lead{}
	for offset := 0; ; offset += size - overlap {
		leads, err := page(offset)
		if err != nil {
			return nil, err
		}
		for _, one := range leads {
			if _, known := found[one.ID]; !known {
				found[one.ID] = one
			}
		}
		if len(leads) < size {
			return found, nil
		}
	}
}

func (one lead) state() string {
	switch {
	case one.DeletedAt == nil:
		return "Active"
	case one.ConvertedAt != nil:
		return "Converted"
	default:
		return "Archived"
	}
}

func run() error {
	leads, err := all()
	if err != nil {
		return err
	}
	ledger := filepath.Join(os.Getenv("LEAD_SANDBOX_STATE"), "ledger.csv")
	file, err := os.Create(ledger + ".new")
	if err != nil {
		return err
	}
	rows := csv.NewWriter(file)
	rows.Write([]string{"id", "email", "state"})
	for _, one := range leads {
		rows.Write([]string{one.ID, one.Email, one.state()})
	}
	rows.Flush()
	if err := rows.Error(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(ledger+".new", ledger)
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
