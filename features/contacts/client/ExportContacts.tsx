import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu } from '@mantine/core'
import { device } from '#core/client/device.ts'
import { saveFrom } from '#core/client/saveFrom.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { contactCardOf } from '#core/contract/contactCard.ts'
import { fileFailed } from '#core/contract/report.ts'
import type { RouteInput } from '#core/contract/route.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Contact } from '../contract.ts'
import { workbookRoutes } from '../exportContract.ts'
import { cardOf } from './cardOf.ts'

type Props = {
  /** Those on the screen. */
  contacts: readonly Contact[]
  /** Finds them on the server. */
  query: NonNullable<RouteInput['query']>
}

/** Exports contacts as vCard from this device, or from the server to Excel. */
export function ExportContacts({ contacts, query }: Props) {
  const isOffline = useSyncStatus(isOfflineNow)
  const { isBusy, run } = useMutation()
  const saveCards = async () => {
    const cards = contacts.filter(({ erased }) => !erased).map((contact) => contactCardOf(cardOf(contact)))
    if (await device.saveFile('Contacts.vcf', new Blob(cards, { type: 'text/vcard;charset=utf-8' })))
      toast({ message: 'Downloaded Contacts.vcf', color: 'green' })
  }
  const saveWorkbook = () =>
    run(
      async () => {
        await saveFrom(workbookRoutes.workbook, { query }, 'Contacts.xlsx')
        return 'Downloaded Contacts.xlsx'
      },
      () => {
        toast({ message: fileFailed.xlsx, color: 'red', stays: true })
        return true
      },
    )
  return (
    <Menu withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />} disabled={contacts.length === 0 || isBusy}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="address-book" />} onClick={() => void saveCards()}>
          vCard
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="table" />} disabled={isOffline} onClick={() => void saveWorkbook()}>
          Excel
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
