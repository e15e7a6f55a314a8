//! Plays the episodes whose links arrive in the channel `player`: subscriber SOCKET

use serde_json::{json, Value};
use std::io::{BufRead, BufReader, Write};
use std::{env, error::Error, os::unix::net::UnixStream};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Sends a call and returns its replies. A Varlink message is JSON with a NUL byte behind it.
fn send(call: Value, address: &str) -> Result<impl Iterator<Item = Result<Value>>> {
    let mut stream = UnixStream::connect(address)?;
    write!(stream, "{call}\0")?;
    Ok(BufReader::new(stream).split(0).map(move |message| {
        let reply: Value = serde_json::from_slice(&message?)?;
        match reply.get("error") {
            Some(error) => Err(format!("{error} {}", reply["parameters"]).into()),
            None => Ok(reply["parameters"].clone()),
        }
    }))
}

fn main() -> Result<()> {
    let address = env::args().nth(1).ok_or("usage: subscriber SOCKET")?;
    let subscribe = "io.deeplinkd.Channels.Subscribe";
    let acknowledge = "io.deeplinkd.Channels.Acknowledge";
    let call = json!({"method": subscribe, "parameters": {"channel": "player"}, "more": true});
    for reply in send(call, &address)? {
        let link = &reply?["link"];
        // The first reply only confirms the subscription.
        let Some(action) = link["action"].as_str() else {
            continue;
        };
        let mut answer = json!({"delivery": link["delivery"], "result": "performed"});
        if action == "play" {
            println!("play episode {}", link["inputs"]["episode"]);
        } else {
            answer["result"] = "failed".into();
            answer["reason"] = format!("This player cannot {action}.").into();
        }
        let call = json!({"method": acknowledge, "parameters": answer});
        send(call, &address)?.next().transpose()?;
    }
    Err("the daemon closed the connection".into())
}
