//! Settings of this machine, in one small file in the app's settings folder.
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct Settings {
    /// The origin of the firm's server.
    pub firm: Option<String>,
    /// Offered on the first page.
    pub firm_before: Option<String>,
    /// From then on the page's service worker can open it offline.
    pub has_opened: bool,
    /// The newest version that the person was notified about.
    #[serde(alias = "told_of_version")]
    pub announced_version: Option<String>,
}

/// Sets an unreadable file aside and returns the defaults.
pub fn read(path: &Path) -> Settings {
    let Ok(text) = fs::read(path) else {
        return Settings::default();
    };
    serde_json::from_slice(&text).unwrap_or_else(|_| {
        let _ = fs::rename(path, path.with_extension("json.unreadable"));
        Settings::default()
    })
}

pub fn write(path: &Path, settings: &Settings) -> io::Result<()> {
    let text = serde_json::to_vec_pretty(settings)?;
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    replace_file(path, &text)
}

/// The file has all of the new or all of the old contents, even after a crash.
pub fn replace_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(contents)?;
        if let Ok(before) = fs::metadata(path) {
            file.set_permissions(before.permissions())?;
        }
        file.sync_all()
    });
    if let Err(problem) = written.and_then(|()| fs::rename(&new, path)) {
        let _ = fs::remove_file(&new);
        return Err(problem);
    }
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("pursuit-settings-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn reads_the_settings_it_wrote() {
        let file = folder("kept").join("deeper/settings.json");
        let settings =
            Settings { firm: Some("https://bd.firm.example".into()), has_opened: true, ..Settings::default() };
        assert_eq!(read(&file), Settings::default());
        write(&file, &settings).unwrap();
        assert_eq!(read(&file), settings);
    }

    #[test]
    fn moves_unreadable_settings_aside() {
        let folder = folder("broken");
        let file = folder.join("settings.json");
        fs::write(&file, r#"{"firm": "https://bd.f"#).unwrap();
        assert_eq!(read(&file), Settings::default());
        assert!(folder.join("settings.json.unreadable").exists());
        assert!(!file.exists());
    }

    #[test]
    fn reads_settings_of_older_and_newer_versions() {
        let file = folder("others").join("settings.json");
        fs::write(&file, r#"{"firm": "https://bd.firm.example", "colour": "blue"}"#).unwrap();
        assert_eq!(read(&file).firm.as_deref(), Some("https://bd.firm.example"));
    }

    #[test]
    fn keeps_the_old_file_if_writing_fails() {
        let folder = folder("full");
        let file = folder.join("settings.json");
        fs::write(&file, "old").unwrap();
        // A folder at the temporary file's path makes the write fail.
        fs::create_dir(folder.join("settings.json.new")).unwrap();
        assert!(replace_file(&file, b"new").is_err());
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn keeps_a_replaced_program_executable() {
        use std::os::unix::fs::PermissionsExt;
        let file = folder("mode").join("Pursuit.AppImage");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        replace_file(&file, b"new").unwrap();
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o755);
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }
}
