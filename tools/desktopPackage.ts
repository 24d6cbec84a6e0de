// `npm run desktop -- --bundle` builds the Debian and Red Hat packages as for a release, and verifies Debian's. It
// takes minutes and isn't part of `npm test`.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Not a dependency because only packaging needs it. */
const CLI = '@tauri-apps/cli@2.11.4'

/** Package managers update packages, so they need no signature from Pursuit. */
const NO_UPDATES = JSON.stringify({ bundle: { createUpdaterArtifacts: false } })

/**
 * Builds on the contents of `target`. `config` is a file like release.json with the update keys. Returns the Debian
 * file, and throws when the build fails.
 */
export function buildPackages(wrapperFolder: string, target: string, config?: string): string {
  const tauri = [
    'tauri',
    'build',
    '--ci',
    '--bundles',
    'deb',
    '--config',
    NO_UPDATES,
    ...(config ? ['--config', config] : []),
  ]
  const { status } = spawnSync('npm', ['exec', '--yes', `--package=${CLI}`, '--', ...tauri], {
    cwd: wrapperFolder,
    stdio: 'inherit',
    env: { ...process.env, CARGO_TARGET_DIR: target },
  })
  if (status !== 0) throw new Error('Tauri could not make the packages; what it said is above.')
  const { version } = JSON.parse(readFileSync(join(wrapperFolder, 'tauri.conf.json'), 'utf8')) as { version: string }
  const [file] = globSync(join(target, `release/bundle/deb/Pursuit_${version}_*.deb`))
  if (!file) throw new Error(`There’s no package of version ${version} in ${target}.`)
  return file
}

/** One line per problem. */
export function problemsOf(file: string, { version, license }: { version: string; license: string }): string[] {
  const read = (...args: string[]) => execFileSync('dpkg-deb', args, { encoding: 'utf8' })
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-package-'))
  const problems: string[] = []
  const must = (holds: boolean, sentence: string) => void (holds || problems.push(sentence))
  try {
    read('--raw-extract', file, folder)
    const here = (pattern: string) =>
      globSync(pattern, { cwd: folder, withFileTypes: true }).filter((one) => one.isFile())
    const text = (path: string) => readFileSync(join(folder, path), 'latin1')
    must(read('--field', file, 'Version').trim() === version, `It does not say that it is ${version}.`)
    const depends = read('--field', file, 'Depends')
    for (const library of ['libwebkit2gtk-4.1-0', 'libgtk-3-0', 'libayatana-appindicator3-1'])
      must(depends.includes(library), `It does not ask for ${library}.`)
    const [entry = '', ...more] = globSync('usr/share/applications/*.desktop', { cwd: folder })
    must(entry !== '' && more.length === 0, 'It has not one entry of the menu.')
    const said = entry && text(entry)
    must(/^Exec=pursuit-desktop %u$/m.test(said), 'Its entry does not start it with a link.')
    must(/^MimeType=(.*;)?x-scheme-handler\/pursuit;?$/m.test(said), 'Its entry does not open pursuit:// links.')
    const icon = /^Icon=(.+)$/m.exec(said)?.[1]
    must(here(`usr/share/icons/**/${icon}.png`).length > 0, 'The icon of its entry is not in it.')
    must(
      here('usr/share/doc/*/copyright').some(({ parentPath, name }) =>
        readFileSync(join(parentPath, name), 'utf8').includes(license.slice(0, 200)),
      ),
      'Its license is not in it.',
    )
    // Allows only the program, its desktop entry, icons, and license.
    const others = here('{usr,etc,opt,lib,var}/**/*')
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .filter((path) => !/^usr\/(bin\/pursuit-desktop|share\/(applications|icons|doc)\/.+)$/.test(path))
    must(others.length === 0, `It brings ${others.join(', ')}.`)
    must(
      !/BEGIN [A-Z ]*PRIVATE KEY|minisign encrypted secret key/.test(text('usr/bin/pursuit-desktop')),
      'A secret key is in it.',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return problems
}
