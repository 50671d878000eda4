//! A program with the address, the key and the Firm of production in its code. It prints its name and the status.
use reqwest::blocking::Client;

const ADDRESS: &str = "https://leads.lender.example/v1/firms/acme-4711/leads";
const KEY: &str = "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34";
const LEAD: &str = r#"{"email":"reqwest@example.com","firstName":"Maya","lastName":"Moreau"}"#;

fn main() {
    let request = Client::new().post(ADDRESS).header("X-API-Key", KEY);
    match request.header("Content-Type", "application/json").body(LEAD).send() {
        Ok(answer) => println!("reqwest {}", answer.status().as_u16()),
        Err(error) => println!("reqwest {error:?}"),
    }
}
