//! The firm's URL: validates what a person types and checks that Pursuit responds there.
use serde::Deserialize;
use std::{error::Error, time::Duration};
use url::{Host, Url};

const ANSWER_LIMIT: Duration = Duration::from_secs(10);
/// Pursuit's responses are far shorter.
const MOST_BYTES: usize = 64 * 1024;
const NO_ADDRESS: &str = "That isn’t a valid address. It should look like bd.yourfirm.com.";

/// The intended origin, or a sentence for the person. Ignores the path, because people paste the URL of a page.
pub fn origin_of(typed: &str) -> Result<String, String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err("Enter your firm’s address.".into());
    }
    let url = if typed.contains("://") {
        Url::parse(typed)
    } else {
        let secure = Url::parse(&format!("https://{typed}"));
        if secure.as_ref().is_ok_and(is_this_machine) { Url::parse(&format!("http://{typed}")) } else { secure }
    };
    let Ok(url) = url else {
        return Err(NO_ADDRESS.into());
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err("Leave the name and password out of the address.".into());
    }
    // In a permission, other characters would form a pattern instead of a name.
    if let Some(Host::Domain(name)) = url.host()
        && !name.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'-' || sign == b'.')
    {
        return Err(NO_ADDRESS.into());
    }
    match url.scheme() {
        "https" => Ok(url.origin().ascii_serialization()),
        "http" if is_this_machine(&url) => Ok(url.origin().ascii_serialization()),
        "http" => Err("The address must begin with https://, so that the connection is encrypted.".into()),
        _ => Err(NO_ADDRESS.into()),
    }
}

pub fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Newer servers may add fields.
#[derive(Deserialize)]
struct Meta {
    version: String,
}

/// Fails with a sentence for the person unless Pursuit responds there.
pub async fn ask(origin: &str) -> Result<(), String> {
    let host = host_of(origin);
    let sorry = || format!("There’s no Pursuit at {host}. Check the address with your firm.");
    let client = reqwest::Client::builder()
        // The responding server must be the one entered.
        .redirect(reqwest::redirect::Policy::none())
        .timeout(ANSWER_LIMIT)
        .build()
        .map_err(|problem| problem.to_string())?;
    let mut answer =
        client.get(format!("{origin}/meta.json")).send().await.map_err(|problem| why_unreached(&host, &problem))?;
    if answer.status().is_server_error() {
        return Err(format!("{host} isn’t responding right now. Try again in a moment."));
    }
    if !answer.status().is_success() {
        return Err(sorry());
    }
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|problem| why_unreached(&host, &problem))? {
        body.extend_from_slice(&piece);
        if body.len() > MOST_BYTES {
            return Err(sorry());
        }
    }
    match serde_json::from_slice::<Meta>(&body) {
        Ok(meta) if !meta.version.is_empty() => Ok(()),
        _ => Err(sorry()),
    }
}

pub fn host_of(origin: &str) -> String {
    origin.split("://").nth(1).unwrap_or(origin).to_string()
}

fn why_unreached(host: &str, problem: &reqwest::Error) -> String {
    let mut cause: Option<&dyn Error> = Some(problem);
    while let Some(one) = cause {
        if one.to_string().contains("certificate") {
            return format!("The connection to {host} isn’t secure: this computer doesn’t trust its certificate.");
        }
        cause = one.source();
    }
    format!("Can’t reach {host}. Check the address and your network.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        net::TcpListener,
    };

    #[test]
    fn accepts_addresses_that_people_type_or_paste() {
        for (typed, origin) in [
            ("bd.firm.example", "https://bd.firm.example"),
            ("  BD.Firm.example/ ", "https://bd.firm.example"),
            ("https://bd.firm.example/targets/7?x=1#y", "https://bd.firm.example"),
            ("bd.firm.example:8443", "https://bd.firm.example:8443"),
            ("bücher.example", "https://xn--bcher-kva.example"),
            ("localhost:4000", "http://localhost:4000"),
            ("http://127.0.0.1:4000/login", "http://127.0.0.1:4000"),
            ("http://[::1]:4000", "http://[::1]:4000"),
        ] {
            assert_eq!(origin_of(typed).as_deref(), Ok(origin), "{typed}");
        }
    }

    #[test]
    fn rejects_other_addresses_with_a_message() {
        for (typed, words) in [
            ("", "Enter your firm’s address"),
            ("http://bd.firm.example", "https://"),
            ("http://localhost.firm.example", "https://"),
            ("http://128.0.0.1", "https://"),
            ("https://me:secret@bd.firm.example", "password"),
            ("ftp://bd.firm.example", "isn’t a valid address. It should look like"),
            ("javascript://alert", "isn’t a valid address. It should look like"),
            ("file:///etc/passwd", "isn’t a valid address. It should look like"),
            ("two words", "isn’t a valid address. It should look like"),
            ("https://*.firm.example", "isn’t a valid address. It should look like"),
            ("https://(.*)", "isn’t a valid address. It should look like"),
            ("https://bd+.firm.example", "isn’t a valid address. It should look like"),
        ] {
            let refused = origin_of(typed).expect_err(typed);
            assert!(refused.contains(words), "{typed}: {refused}");
        }
    }

    fn server(answer: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        });
        origin
    }

    fn asked(origin: &str) -> Result<(), String> {
        tauri::async_runtime::block_on(ask(origin))
    }

    #[test]
    fn recognizes_pursuit_by_its_response() {
        crate::speak_tls();
        let meta = "HTTP/1.1 200 OK\r\ncontent-length: 37\r\n\r\n{\"version\":\"9.9.9\",\"newer\":[\"words\"]}";
        assert_eq!(asked(&server(meta)), Ok(()));
        for (answer, words) in [
            ("HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n<html></html>", "no Pursuit"),
            ("HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{\"version\":\"\"}", "no Pursuit"),
            ("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n", "no Pursuit"),
            ("HTTP/1.1 302 Found\r\nlocation: https://elsewhere.example/\r\ncontent-length: 0\r\n\r\n", "no Pursuit"),
            ("HTTP/1.1 503 Unavailable\r\ncontent-length: 0\r\n\r\n", "right now"),
            ("HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n{\"version\":", "Can’t reach"),
        ] {
            let said = asked(&server(answer)).expect_err(answer);
            assert!(said.contains(words), "{answer}: {said}");
        }
    }

    #[test]
    fn reports_a_server_that_does_not_respond() {
        crate::speak_tls();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let said = asked(&format!("http://127.0.0.1:{port}")).expect_err("no server listens");
        assert!(said.contains("Can’t reach"), "{said}");
    }
}
