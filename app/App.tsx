import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { ErrorBoundary } from '#core/client/ErrorBoundary.tsx'
import type { Product } from '#core/client/feature.ts'
import { ProductContext } from '#core/client/product.ts'
import type { routerOf } from '#core/client/router.tsx'
import { Toasts } from '#core/client/Toasts.tsx'
import { roles, theme } from '#core/ui/theme.ts'

type Props = { product: Product; router: ReturnType<typeof routerOf>; nonce: string }

/** The page's content security policy allows style elements that carry `nonce`. */
export const App = ({ product, router, nonce }: Props) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={roles}
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
