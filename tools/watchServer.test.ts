import { expect, test } from 'vitest'
import { isOfServer } from './watchServer.ts'

test.each([
  'app/server.ts',
  'app/server/serve.ts',
  'core/contract/dates.ts',
  'core/server/http.ts',
  'features/targets/feature.ts',
  'features/account/server/passkeys.ts',
  'features/assets/demo/demoPdfs.ts',
  'database/functions/store_push_keys.sql',
])('depends on %s', (path) => expect(isOfServer(path)).toBe(true))

test.each([
  'app/client.tsx',
  'core/ui/styles.ts',
  'core/client/api.ts',
  'features/account/client/login/useSignIn.ts',
  'features/account/client/login/LoginPage.module.css',
  'features/targets/targets.server.test.ts',
  'core/server/config.test.ts',
  'app/frame.e2e.ts',
  'core/server/pdf/testing/aPdf.ts',
  'core/server/reports/fontkit.d.ts',
])("doesn't depend on %s", (path) => expect(isOfServer(path)).toBe(false))
