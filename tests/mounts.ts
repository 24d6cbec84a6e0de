// Mounts disks of a limited size and read-only disks, where the machine allows it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Only root on Linux can mount, and not in every container. */
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
