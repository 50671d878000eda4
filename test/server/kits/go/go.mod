module partner.example

go 1.22
