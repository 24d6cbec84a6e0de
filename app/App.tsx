import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { ErrorBoundary } from '#core/client/ErrorBoundary.tsx'
import type { Product } from '#core/client/feature.ts'
import { ProductContext } from '#core/client/product.ts'
import { RouterProvider } from '#core/client/router/RouterProvider.tsx'
import type { Router } from '#core/client/router/router.ts'
import { Toasts } from '#core/client/Toasts.tsx'
import { roles, theme } from '#core/ui/theme.ts'

type Props = { product: Product; router: Router; nonce: string }

/** The page's content security policy allows style elements that carry `nonce`. */
export const App = ({ product, router, nonce }: Props) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={roles}
    deduplicateCssVariables={false}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce}
    colorSchemeManager={localStorageColorSchemeManager({ key: 'scheme' })}
  >
    <ErrorBoundary>
      <ProductContext value={product}>
        <RouterProvider router={router} />
      </ProductContext>
    </ErrorBoundary>
    <Toasts />
  </MantineProvider>
)
