// A page that adds external content, as a digest and the Library do. End-to-end tests read the added link from it.
import '#core/ui/inter.css'
import '#core/ui/styles.ts'
import { Button, MantineProvider } from '@mantine/core'
import { createMemoryHistory } from '@tanstack/history'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { composeFeatures } from '#core/client/feature.ts'
import { RouterProvider } from '#core/client/router/RouterProvider.tsx'
import { routerOf } from '#core/client/router/router.ts'
import { roles, theme } from '#core/ui/theme.ts'
import { AddExternalDialog, type AddedLink } from '../client/AddExternalDialog.tsx'

function Page() {
  const [isOpen, setOpen] = useState(false)
  const [added, setAdded] = useState<AddedLink[]>([])
  return (
    <main style={{ padding: 24 }}>
      <h1>Digest</h1>
      <Button variant="default" onClick={() => setOpen(true)}>
        Add external content
      </Button>
      <output aria-label="Added">{JSON.stringify(added)}</output>
      {isOpen && <AddExternalDialog onAdded={(item) => setAdded([...added, item])} onClose={() => setOpen(false)} />}
    </main>
  )
}

// The dialog asks before navigation loses unsaved input.
const screens = [{ path: '/page', area: undefined, opensTo: 'everyone' as const, load: async () => Page }]
const router = routerOf(
  { ...composeFeatures([{ name: 'links', inside: async () => Page }]), screens },
  createMemoryHistory({ initialEntries: ['/page'] }),
)
await router.load()
createRoot(document.getElementById('root')!).render(
  <MantineProvider deduplicateCssVariables={false} theme={theme} cssVariablesResolver={roles} defaultColorScheme="auto">
    <RouterProvider router={router} />
  </MantineProvider>,
)
