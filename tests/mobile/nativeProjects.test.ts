// Checks the native projects of the mobile app, read from the files that Gradle and Xcode build from.
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { expect, test } from 'vitest'
import { pathOf, run } from '#tools/programs.ts'

const mobile = join(import.meta.dirname, '../../wrappers/mobile')
const read = (path: string) => readFileSync(join(mobile, path), 'utf8')
const ours = (pattern: string) =>
  globSync(pattern, { cwd: mobile }).filter((path) => !/node_modules|\/build\/|\/public\/|\/config\.xml$/.test(path))

type Element = { name: string; attributes: Record<string, string>; text: string; within: Element[] }

/** Throws for an unclosed element, a mismatched end tag, or a bare ampersand. */
function parsed(path: string, text = read(path)): Element {
  const root: Element = { name: '', attributes: {}, text: '', within: [] }
  const open = [root]
  const broken = (why: string) => {
    throw new Error(`${path} is not well-formed: ${why}`)
  }
  if (/&(?!(?:\w+|#\d+|#x[\da-f]+);)/i.test(text)) broken('an ampersand stands alone')
  let ends = text.replaceAll(/<!--[\s\S]*?-->/g, '').match(/<\/\w/g)?.length ?? 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, text: '', within: [] }
        open.at(-1)!.within.push(element)
        open.push(element)
      },
      ontext(part) {
        open.at(-1)!.text += part
      },
      onclosetag(name, isImplied) {
        if (!isImplied) ends--
        const self = new RegExp(`<${name}\\b[^<]*/>`)
        if (open.pop()?.name !== name || (isImplied && !self.test(text))) broken(`<${name}> is not closed`)
      },
      onerror: (error) => broken(error.message),
    },
    { xmlMode: true },
  )
  parser.end(text)
  if (ends !== 0) broken('an end stands without its beginning')
  if (open.length !== 1 || root.within.length !== 1) broken('it has no single root')
  return root.within[0]!
}

const all = (element: Element, name: string): Element[] =>
  element.within.flatMap((one) => [...(one.name === name ? [one] : []), ...all(one, name)])

type Value = string | boolean | Value[] | { [key: string]: Value }

function listOf(path: string): { [key: string]: Value } {
  const meantBy = ({ name, text, within }: Element): Value => {
    if (name === 'array') return within.map(meantBy)
    if (name !== 'dict') return name === 'string' ? text : name === 'true'
    return Object.fromEntries(
      within.flatMap((key, place) => (key.name === 'key' ? [[key.text, meantBy(within[place + 1]!)]] : [])),
    )
  }
  return meantBy(parsed(path).within[0]!) as { [key: string]: Value }
}

const manifest = parsed('android/app/src/main/AndroidManifest.xml')
const [application] = all(manifest, 'application')
const xml = (name: string) => parsed(`android/app/src/main/res/xml/${name}.xml`)

test('has well-formed XML and property lists', () => {
  const files = ours('{android,ios}/**/*.{xml,plist,storyboard,entitlements,xcprivacy}')
  expect(files.length).toBeGreaterThan(15)
  for (const file of files) parsed(file)
  for (const broken of ['<a><b></a>', '<a>', '<a/><b/>', '<a>&</a>', '<a><b></b></b></a>'])
    expect(() => parsed('broken', broken), broken).toThrow('not well-formed')
})

test('excludes the app from Android backups and transfers to other phones', () => {
  expect(application!.attributes).toMatchObject({
    'android:allowBackup': 'false',
    'android:fullBackupContent': 'false',
    'android:dataExtractionRules': '@xml/data_extraction_rules',
  })
  for (const way of ['cloud-backup', 'device-transfer']) {
    const [rules] = all(xml('data_extraction_rules'), way)
    const left = all(rules!, 'exclude').map(({ attributes }) => attributes.domain)
    expect(left.sort(), way).toEqual(['database', 'external', 'file', 'root', 'sharedpref'])
    expect(all(rules!, 'include')).toEqual([])
  }
})

test('allows only HTTPS on Android, and this machine in developer builds', () => {
  expect(application!.attributes).toMatchObject({
    'android:usesCleartextTraffic': 'false',
    'android:networkSecurityConfig': '@xml/network_security_config',
  })
  const clear = (config: Element) =>
    [...all(config, 'base-config'), ...all(config, 'domain-config')].filter(
      ({ attributes }) => attributes.cleartextTrafficPermitted !== 'false',
    )
  expect(clear(xml('network_security_config'))).toEqual([])
  const [forDevelopers, ...more] = clear(parsed('android/app/src/debug/res/xml/network_security_config.xml'))
  expect(more).toEqual([])
  const hosts = all(forDevelopers!, 'domain').map(({ text }) => text)
  expect(hosts).toEqual(['localhost', '127.0.0.1', '10.0.2.2'])
})

test('opens app links on Android and requests only the required permissions', () => {
  const [link] = all(manifest, 'data')
  expect(link!.attributes).toMatchObject({ 'android:scheme': '@string/custom_url_scheme', 'android:host': 'open' })
  const strings = all(parsed('android/app/src/main/res/values/strings.xml'), 'string')
  expect(strings.find(({ attributes }) => attributes.name === 'custom_url_scheme')?.text).toBe('pursuit')
  const asked = all(manifest, 'uses-permission').map(({ attributes }) => attributes['android:name'])
  expect(asked).toEqual(['android.permission.INTERNET', 'android.permission.POST_NOTIFICATIONS'])
  const exported = all(application!, 'activity').filter(({ attributes }) => attributes['android:exported'] === 'true')
  expect(exported.map(({ attributes }) => attributes['android:name'])).toEqual(['.MainActivity'])
  const meta = all(application!, 'meta-data').map(({ attributes }) => [
    attributes['android:name'],
    attributes['android:value'],
  ])
  expect(meta).toContainEqual(['firebase_messaging_auto_init_enabled', 'false'])
})

test('defines every Android resource that is used, with the product’s own icon', () => {
  const resources = 'android/app/src/main/res'
  const named = new Set(
    ours(`android/app/src/main/{AndroidManifest.xml,res/**/*.xml}`).flatMap((file) =>
      [...read(file).matchAll(/"@(drawable|mipmap|xml|layout)\/(\w+)"/g)].map(
        ([, kind, name]) => `${kind}*/${name}.xml`,
      ),
    ),
  )
  expect(named.size).toBeGreaterThan(5)
  for (const one of named) expect(ours(`${resources}/${one}`), one).toHaveLength(1)
  const logo = readFileSync(join(mobile, '../../public/favicon.svg'), 'utf8')
  const [, ring] = /<path d="([^"]+)"/.exec(logo)!
  for (const icon of ['ic_launcher_foreground', 'ic_launcher_monochrome', 'ic_notification'])
    expect(read(`${resources}/drawable/${icon}.xml`), icon).toContain(`android:pathData="${ring}"`)
  expect(logo).toContain('#15397e')
  expect(read(`${resources}/values/colors.xml`)).toContain('<color name="brand">#15397e</color>')
  expect(read('ios/App/App/Assets.xcassets/Logo.imageset/logo.svg')).toBe(logo)
})

test('compiles every resource with Android’s own compiler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-android-'))
  const compile = (resources: string) =>
    run('aapt2', ['compile', '--dir', resources, '-o', join(folder, 'compiled.zip')])
  try {
    const resources = join(folder, 'res')
    cpSync(join(mobile, 'android/app/src/main/res'), resources, { recursive: true })
    compile(resources)
    compile(join(mobile, 'android/app/src/debug/res'))
    writeFileSync(join(resources, 'values/broken.xml'), '<resources><color name="odd">#12345</color></resources>')
    expect(() => compile(resources)).toThrow('invalid color')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Parses with Groovy's own parser. The scripts aren't run, because that needs Google's plugin. */
function parseGroovy(paths: readonly string[]): string {
  const script = `import org.codehaus.groovy.control.*
    args.each { path ->
      def unit = new CompilationUnit()
      unit.addSource(new File(path))
      unit.compile(Phases.CONVERSION)
    }
    print args.length`
  return run('java', ['-cp', pathOf('groovy'), 'groovy.ui.GroovyMain', '-e', script, ...paths])
}

test('parses every Gradle script, ours and the plugins’, with Groovy’s own parser', () => {
  const scripts = [
    ...ours('android/**/*.gradle'),
    ...globSync('node_modules/{@*/,}*/android/**/build.gradle', { cwd: mobile }),
  ]
  expect(scripts.length).toBeGreaterThan(10)
  expect(parseGroovy(scripts.map((path) => join(mobile, path)))).toBe(String(scripts.length))
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-android-'))
  try {
    const broken = join(folder, 'build.gradle')
    writeFileSync(broken, read('android/app/build.gradle').replace('} else {', 'else {'))
    expect(() => parseGroovy([broken])).toThrow('unexpected token: else')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('builds the same app in both projects, with the package’s plugins', () => {
  const { appId, webDir } = JSON.parse(read('capacitor.config.json')) as { appId: string; webDir: string }
  const gradle = read('android/app/build.gradle')
  const xcode = read('ios/App/App.xcodeproj/project.pbxproj')
  const { version, dependencies } = JSON.parse(read('package.json')) as {
    version: string
    dependencies: Record<string, string>
  }
  expect(webDir).toBe('dist')
  expect(gradle).toContain(`applicationId "${appId}"`)
  expect(gradle).toContain('versionName said.version')
  expect(xcode.match(/PRODUCT_BUNDLE_IDENTIFIER = ([\w.]+);/g)).toEqual(
    Array(2).fill(`PRODUCT_BUNDLE_IDENTIFIER = ${appId};`),
  )
  expect(xcode.match(/MARKETING_VERSION = ([\w.]+);/g)).toEqual(Array(2).fill(`MARKETING_VERSION = ${version};`))
  const plugins = Object.keys(dependencies).filter((name) => !/^@capacitor\/(android|core|ios)$/.test(name))
  for (const name of plugins) {
    expect(read('android/capacitor.settings.gradle'), name).toContain(`node_modules/${name}/android`)
    expect(read('ios/App/CapApp-SPM/Package.swift'), name).toContain(`node_modules/${name}"`)
  }
  expect(read('ios/App/CapApp-SPM/Package.swift')).toContain(`exact: "${dependencies['@capacitor/ios']}"`)
  // An unpinned version can change tomorrow.
  for (const [name, wanted] of Object.entries(dependencies)) expect(wanted, name).toMatch(/^\d+\.\d+\.\d+$/)
})

test('targets the Android versions that Capacitor supports', () => {
  const said = (name: string) => Number(new RegExp(`${name} = (\\d+)`).exec(read('android/variables.gradle'))?.[1])
  expect(said('targetSdkVersion')).toBe(36)
  // An adaptive icon needs no images from this version on.
  expect(said('minSdkVersion')).toBeGreaterThanOrEqual(26)
})

test('declares links, encryption, usage descriptions, entitlements, and privacy on iOS', () => {
  const info = listOf('ios/App/App/Info.plist')
  expect(info).toMatchObject({
    CFBundleURLTypes: [{ CFBundleURLSchemes: ['pursuit'] }],
    ITSAppUsesNonExemptEncryption: false,
    FirebaseMessagingAutoInitEnabled: false,
  })
  // Only HTTPS: nothing loosens what iOS requires.
  expect(info).not.toHaveProperty('NSAppTransportSecurity')
  for (const use of ['NSCameraUsageDescription', 'NSMicrophoneUsageDescription', 'NSPhotoLibraryUsageDescription'])
    expect(info[use]).toMatch(/^Pursuit (uses|opens) .+ when you .+\.$/)
  expect(listOf('ios/App/App/App.entitlements')).toEqual({ 'aps-environment': '$(APS_ENVIRONMENT)' })
  const xcode = read('ios/App/App.xcodeproj/project.pbxproj')
  expect(xcode.match(/APS_ENVIRONMENT = \w+;/g)).toEqual([
    'APS_ENVIRONMENT = development;',
    'APS_ENVIRONMENT = production;',
  ])
  expect(xcode.match(/CODE_SIGN_ENTITLEMENTS = App\/App.entitlements;/g)).toHaveLength(2)
  expect(xcode).toContain('PrivacyInfo.xcprivacy in Resources */,')
  expect(listOf('ios/App/App/PrivacyInfo.xcprivacy')).toMatchObject({
    NSPrivacyTracking: false,
    NSPrivacyTrackingDomains: [],
  })
})

test('defines every ID used in the Xcode project once', () => {
  const xcode = read('ios/App/App.xcodeproj/project.pbxproj')
  const defined = [...xcode.matchAll(/^\t\t([0-9A-F]{24})(?: \/\*.*?\*\/)? = \{/gm)].map(([, id]) => id!)
  expect(new Set(defined).size).toBe(defined.length)
  for (const [id] of xcode.matchAll(/\b[0-9A-F]{24}\b/g)) expect(defined).toContain(id)
  expect([...xcode].filter((sign) => sign === '{').length).toBe([...xcode].filter((sign) => sign === '}').length)
})

test('warns about a build without Firebase files and fails on unusable ones', () => {
  const gradle = read('android/app/build.gradle')
  expect(gradle).toMatch(/logger\.warn\("Pushes are left out of this app, since android\/app\/google-services\.json/)
  expect(gradle).not.toMatch(/\bcatch\b/)
  expect(read('ios/App/App.xcodeproj/project.pbxproj')).toMatch(
    /if \[ -f [^;]+GoogleService-Info\.plist[^;]+; then cp [^;]+; else echo \\"warning: Pushes are left out of this app/,
  )
})

test('contains no keys and no large images', () => {
  for (const name of ['google-services.json', 'GoogleService-Info.plist'])
    expect(read('.gitignore').split('\n'), name).toContain(name)
  const pictures = ours('{android/app/src,ios/App/App}/**/*.png')
  expect(pictures).toHaveLength(1)
  for (const path of pictures) expect(statSync(join(mobile, path)).size).toBeLessThan(40_000)
})
