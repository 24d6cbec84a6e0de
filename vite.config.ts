import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { aheadInPage } from './tools/aheadInPage.ts'
import { bundleBudget } from './tools/bundleBudget.ts'
import { firstLoads } from './tools/firstLoad.ts'
import { framePage } from './tools/framePage.ts'
import { iconSprite } from './tools/iconSprite.ts'
import { leanZod } from './tools/leanZod.ts'
import { precompress } from './tools/precompress.ts'
import { preloads } from './tools/preloads.ts'
import { serviceWorker } from './tools/serviceWorker.ts'
import { shortClassNames } from './tools/shortClassNames.ts'

const api = process.env.PURSUIT_API ?? `http://localhost:${process.env.PORT ?? 3000}`

/** Modules every page needs: startup, the first screen, calls to the server, fields, and buttons. */
const common = [
  'app/client.tsx',
  'core/client/api.ts',
  'core/client/router/Link.tsx',
  'core/client/title.ts',
  'core/client/shell/SplashScreen.tsx',
  'core/ui/Logo.tsx',
  'ActionIcon/ActionIcon.mjs',
]
/** Modules every page behind the sign-in requests right after it renders. */
const soon = ['core/client/live.ts']
const isStyle = (name: string) => name.endsWith('.css')
const { openings, groups, filesAt, filesSignedOut } = await firstLoads(import.meta.dirname, common, soon)

/** Evaluates React in its own task, so that the browser isn't blocked for long. */
const reactItself = {
  name: 'react',
  priority: groups[0]!.priority + 1,
  test: /\/node_modules\/(react|react-dom|scheduler)\/|\/app\/reactItself\.ts$/,
}

/** Modules that the sign-in page and the pages behind it both load. Neither should load the other's files for them. */
const shared = {
  name: 'shared',
  priority: groups[0]!.priority - 0.4,
  test: (id: string) => ['/core/client/drafts.ts', '/use-uncontrolled.mjs'].some((file) => id.endsWith(file)),
}

/** The sign-in page and dialogs both use forms, and neither should load the other. */
const forms = {
  name: 'forms',
  priority: groups[0]!.priority - 0.5,
  test: (id: string) => id.endsWith('/core/ui/form/useForm.ts'),
}

export default defineConfig({
  root: 'app',
  publicDir: '../public',
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    iconSprite(),
    leanZod(),
    aheadInPage({ files: filesSignedOut, entry: '/app/aheadAsText.tsx' }),
    preloads({ openings, typefaces: 'core/ui/inter.css', font: 'inter-latin-opsz-normal' }),
    serviceWorker({ publicDirectory: 'public' }),
    framePage({
      path: '/kpi/embed',
      page: 'features/viewer/kpi/client/embed/page.html',
      entry: 'features/viewer/kpi/client/embed/main.tsx',
    }),
    bundleBudget({ files: filesAt('/'), limitKb: 170.3 }),
    precompress(),
  ],
  // React has `useSyncExternalStore` built in. The shim is for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // A part that opens later requests its own dependencies. Listing their names here would be the largest text of the
    // first screen.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, names, { hostType }) => (hostType === 'html' ? names : names.filter(isStyle)),
    },
    // Shown under Account, About. The service worker doesn't cache text files, so this isn't stored on the device.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: {
        // Each area gets its own files.
        codeSplitting: { groups: [reactItself, shared, forms, ...groups] },
      },
    },
  },
  css: { modules: { generateScopedName: shortClassNames(import.meta.dirname) } },
  server: { proxy: { '/api': api, '/kpi/figures': api, '/healthz': api, '/meta.json': api } },
  preview: { proxy: { '/api': api } },
})
