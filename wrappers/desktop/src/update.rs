//! Checks quietly for a newer version of the app and installs it on request, only with a valid signature.
use crate::{App, firm, notices, page_events::sleep, settings::replace_file, tray};
use std::{io, path::Path, sync::Mutex, time::Duration};
use tauri::{AppHandle, Manager};
use tauri_plugin_updater::{Update, UpdaterExt};
use url::Url;

pub const LOOK: &str = "Check for updates";
const FIRST_LOOK: Duration = Duration::from_secs(60);
const EVERY: Duration = Duration::from_secs(6 * 3600);
const ANSWER_LIMIT: Duration = Duration::from_secs(600);
/// A firm's own update server. Updates must be signed all the same.
const ELSEWHERE: &str = "PURSUIT_UPDATES_URL";

#[derive(Default)]
pub struct Found(Mutex<Option<Update>>);

pub fn keep_looking(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        sleep(FIRST_LOOK).await;
        loop {
            // Without a request, the person is notified only about a new version.
            let _ = look(&app).await;
            sleep(EVERY).await;
        }
    });
}

/// Checks for an update, or installs the one found.
pub fn chosen(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let found = app.state::<Found>().0.lock().unwrap().take();
        match found {
            Some(update) => {
                let version = update.version.clone();
                tray::show_update(&app, &format!("Downloading Pursuit {version}…"), false);
                match install(&app, &update).await {
                    Ok(()) => app.request_restart(),
                    Err(problem) => {
                        tray::show_update(&app, LOOK, true);
                        notices::say(&app, &format!("Pursuit {version} wasn’t installed"), &problem);
                    }
                }
            }
            None => {
                tray::show_update(&app, "Checking for updates…", false);
                match look(&app).await {
                    Ok(true) => {}
                    Ok(false) => notices::say(
                        &app,
                        "Pursuit is up to date",
                        &format!("This is version {}.", app.package_info().version),
                    ),
                    Err(problem) => notices::say(&app, "Couldn’t check for updates", &problem),
                }
            }
        }
    });
}

/// A newer version appears in the tray, and the person is notified once.
async fn look(app: &AppHandle) -> Result<bool, String> {
    let found = find(app).await;
    match &found {
        Ok(Some(update)) => {
            let version = update.version.clone();
            tray::show_update(app, &format!("Install {version} and restart"), true);
            let is_news = app.state::<App>().settings().announced_version.as_deref() != Some(&version);
            if is_news {
                app.state::<App>().change(|settings| settings.announced_version = Some(version.clone()));
                notices::say(
                    app,
                    &format!("Pursuit {version} is available"),
                    "Install it from the tray menu. It takes a moment.",
                );
            }
        }
        _ => tray::show_update(app, LOOK, true),
    }
    let update = found?;
    let is_there = update.is_some();
    *app.state::<Found>().0.lock().unwrap() = update;
    Ok(is_there)
}

async fn find(app: &AppHandle) -> Result<Option<Update>, String> {
    let no_updates =
        || "This copy of Pursuit doesn’t update automatically. Ask the person who installed it.".to_string();
    let mut builder = app.updater_builder().timeout(ANSWER_LIMIT);
    if let Some(address) = elsewhere(std::env::var(ELSEWHERE).ok())? {
        builder = builder.endpoints(vec![address]).map_err(|_| format!("{ELSEWHERE} must begin with https://."))?;
    }
    let updater = builder.build().map_err(|_| no_updates())?;
    if cfg!(target_os = "linux") && app.env().appimage.is_none() {
        return Err(no_updates());
    }
    updater.check().await.map_err(|problem| match problem {
        tauri_plugin_updater::Error::Reqwest(_) | tauri_plugin_updater::Error::ReleaseNotFound => {
            "Can’t reach the update server. Pursuit will check again later.".to_string()
        }
        _ => format!("Pursuit couldn’t read the update server’s response: {problem}"),
    })
}

fn elsewhere(given: Option<String>) -> Result<Option<Url>, String> {
    let Some(given) = given.filter(|given| !given.is_empty()) else {
        return Ok(None);
    };
    match Url::parse(&given) {
        Ok(url) if url.scheme() == "https" || (url.scheme() == "http" && firm::is_this_machine(&url)) => Ok(Some(url)),
        _ => Err(format!("{ELSEWHERE} must begin with https://.")),
    }
}

async fn install(app: &AppHandle, update: &Update) -> Result<(), String> {
    let bytes = update.download(|_, _| {}, || {}).await.map_err(|problem| match problem {
        tauri_plugin_updater::Error::Reqwest(_) | tauri_plugin_updater::Error::Network(_) => {
            "The download was incomplete. Nothing was changed. Try again later.".to_string()
        }
        _ => "The update’s signature isn’t valid. Nothing was changed. Contact your administrator.".to_string(),
    })?;
    let in_place = match app.env().appimage {
        Some(path) if cfg!(target_os = "linux") => put(Path::new(&path), &bytes).map_err(|problem| problem.to_string()),
        _ => update.install(&bytes).map_err(|problem| problem.to_string()),
    };
    in_place.map_err(|problem| format!("{problem}. Nothing was changed; check the space on your disk."))
}

/// Atomic. The plugin would leave a moment without any program.
fn put(program: &Path, bytes: &[u8]) -> io::Result<()> {
    if !bytes.starts_with(b"\x7fELF") {
        return Err(io::Error::other("The update isn’t a program."));
    }
    replace_file(program, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn replaces_the_program_or_keeps_the_old_one() {
        let folder = std::env::temp_dir().join(format!("pursuit-update-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = folder.join("Pursuit.AppImage");
        fs::write(&program, "old").unwrap();
        assert!(put(&program, b"<html>").is_err());
        assert_eq!(fs::read(&program).unwrap(), b"old");
        put(&program, b"\x7fELF new").unwrap();
        assert_eq!(fs::read(&program).unwrap(), b"\x7fELF new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn accepts_only_secure_update_servers() {
        assert_eq!(elsewhere(None), Ok(None));
        assert_eq!(elsewhere(Some(String::new())), Ok(None));
        assert!(elsewhere(Some("https://updates.firm.example/latest.json".into())).unwrap().is_some());
        assert!(elsewhere(Some("http://127.0.0.1:4000/latest.json".into())).unwrap().is_some());
        for address in ["http://updates.firm.example/latest.json", "latest.json", "file://localhost/latest.json"] {
            assert!(elsewhere(Some(address.into())).is_err(), "{address}");
        }
    }
}
