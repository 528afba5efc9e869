//! Processors that this machine does not have: older ones of its own kind, and 64-bit ARM with a Python of Debian's packages.

use crate::machine::{answers, debian_release};
use crate::tools::target;
use crate::{files, output, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program on an older x86-64 processor, by qemu's name for it. Its arguments follow.
pub(crate) fn older(processor: &str, program: &Path) -> Result<Command, String> {
    need("qemu-x86_64", "qemu-user")?;
    let mut command = Command::new("qemu-x86_64");
    command.args(["-cpu", processor]).arg(program);
    Ok(command)
}

fn need(program: &str, package: &str) -> Result<(), String> {
    if answers(program) {
        return Ok(());
    }
    Err(format!("{program} is not installed; on Debian: apt-get install {package}"))
}

/// A Python for 64-bit ARM: Debian's packages, unpacked into a folder.
pub(crate) struct ArmPython {
    folder: PathBuf,
}

impl ArmPython {
    /// Fetches the packages of the Debian release of this machine, and unpacks them.
    pub(crate) fn fetch() -> Result<ArmPython, String> {
        need("debootstrap", "debootstrap")?;
        need("qemu-aarch64", "qemu-user")?;
        let fetched = target().join("arm/packages");
        let folder = target().join("arm/system");
        files::remove(&target().join("arm"))?;
        let arguments = ["--download-only", "--arch=arm64", "--variant=minbase", "--include=python3"];
        run(Command::new("debootstrap")
            .args(arguments)
            .arg(debian_release())
            .arg(&fetched)
            .stdout(std::process::Stdio::null()))
        .map_err(|why| format!("{why}; debootstrap needs to be root and reach Debian's packages"))?;
        let archives = fetched.join("var/cache/apt/archives");
        let entries =
            std::fs::read_dir(&archives).map_err(|error| format!("{}: {error}", archives.display()))?;
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for package in entries.flatten().map(|entry| entry.path()).filter(|path| is_package(path)) {
            // Its scripts would need the processor.
            output(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&folder))?;
        }
        Ok(ArmPython { folder })
    }

    /// The folder in which it looks for libraries.
    pub(crate) fn libraries(&self) -> PathBuf {
        self.folder.join("usr/lib/python3/dist-packages")
    }

    /// Its version, such as `3.11`.
    pub(crate) fn version(&self) -> Result<String, String> {
        let code = "import sys; print('%d.%d' % sys.version_info[:2])";
        Ok(output(self.command().args(["-I", "-c", code]))?.trim().to_owned())
    }

    /// A call of it, whose arguments follow. The path has its own programs alone.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new("qemu-aarch64");
        // qemu sets the path: it would not be found itself on that one.
        command.arg("-E").arg(format!("PATH={}", self.folder.join("usr/bin").display()));
        command.arg("-L").arg(&self.folder).arg(self.folder.join("usr/bin/python3"));
        command
    }
}

fn is_package(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "deb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_that_of_what_is_emulated_and_not_of_qemu() {
        let command = ArmPython { folder: "/arm".into() }.command();
        assert_eq!(command.get_envs().count(), 0, "qemu is looked for on the path of this machine");
        let arguments: Vec<_> = command.get_args().collect();
        assert_eq!(arguments, ["-E", "PATH=/arm/usr/bin", "-L", "/arm", "/arm/usr/bin/python3"]);
    }
}
