// Disks of a size, and disks that can only be read, where the machine lets a test mount them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only root of a Linux may, and not in every container. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  const place = mkdtempSync(join(tmpdir(), 'pursuit-mount-'))
  try {
    execFileSync('mount', ['--bind', place, place], { stdio: 'ignore' })
    execFileSync('umount', [place], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
