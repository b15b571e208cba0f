internal import Glibc

/// Moves a name to another folder; fails with EEXIST rather than replace what stands there.
///
/// - Returns: 0, or an error number.
func renameWithoutReplacing(_ name: String, in folder: OpenFile, to newName: String, in newFolder: OpenFile) -> Int32 {
    if let rename = renameatTwo {
        let noReplace: UInt32 = 1
        if rename(folder.descriptor, name, newFolder.descriptor, newName, noReplace) == 0 { return 0 }
        // File systems that do not know the flag say EINVAL.
        guard errno == EINVAL || errno == ENOSYS else { return errno }
    }
    // Two names for a moment, never none; a crash between leaves the old one, which recovery removes as an orphan.
    guard linkat(folder.descriptor, name, newFolder.descriptor, newName, 0) == 0 else { return errno }
    return unlinkat(folder.descriptor, name, 0) == 0 ? 0 : errno
}

private typealias RenameatTwo =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

/// `renameat2`, which the Glibc module does not show; looked up by name.
private let renameatTwo: RenameatTwo? = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: RenameatTwo.self) }
