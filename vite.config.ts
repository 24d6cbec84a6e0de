import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bundleBudget } from './tools/bundleBudget.ts'
import { precompress } from './tools/precompress.ts'
import { preloads } from './tools/preloads.ts'
import { serviceWorker } from './tools/serviceWorker.ts'
import { withoutJsonSchema } from './tools/withoutJsonSchema.ts'

const api = process.env.PURSUIT_API ?? `http://localhost:${process.env.PORT ?? 3000}`

/** What the first dashboard is made of. */
const inside = ['features/account/client/inside/SignedIn.tsx', 'features/targets/client/offline.ts']
const tracker = ['features/targets/client/TargetDialogs.tsx', 'features/targets/list/client/TargetsPage.tsx']
const login = ['features/account/client/login/LoginPage.tsx']
const isOneOf = (files: string[]) => (id: string) => files.some((file) => id.endsWith(`/${file}`))

export default defineConfig({
  root: 'app',
  publicDir: '../public',
  cacheDir: '../node_modules/.vite',
  plugins: [
    react(),
    withoutJsonSchema(),
    preloads({ screens: { tracker: [...inside, ...tracker], login }, font: 'inter-latin-opsz-normal' }),
    serviceWorker({ publicDirectory: 'public' }),
    bundleBudget({ files: [...inside, ...tracker], limitKb: 200 }),
    precompress(),
  ],
  // React has it built in; the shim is for older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // Shown under Account, About. Not kept on the device: the service worker leaves texts out.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: {
      output: {
        // Each group takes what its files import at once and no group above it has. Areas are files of their own.
        codeSplitting: {
          groups: [
            { name: 'first', test: isOneOf(['app/client.tsx']), priority: 4 },
            { name: 'login', test: isOneOf(login), priority: 3 },
            { name: 'inside', test: isOneOf(inside), priority: 2 },
            { name: 'tracker', test: isOneOf(tracker), priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/healthz': api, '/meta.json': api } },
  preview: { proxy: { '/api': api } },
})
