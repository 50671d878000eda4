package partner

import (
	"testing"

	"partner.example/leadsandbox"
)

func TestTwice(t *testing.T) {
	w := leadsandbox.New(t)
	refer(t, w, "maya@example.com", 201)
	refer(t, w, "maya@example.com", 201)
}
