import { MatchingDialog } from '../../matching/client/MatchingDialog.tsx'
import { ContentPanel } from './ContentPanel.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'
import { SectionDialog } from './SectionDialog.tsx'
import type { LibraryConfirm, LibraryMutations } from './useDoings.ts'
import type { ShownLibrary } from './useLibrary.ts'
import { WarningDialog } from './WarningDialog.tsx'

type Props = { library: ShownLibrary; doings: LibraryMutations; asking: LibraryConfirm }

/** The dialogs of people who manage the Library. */
export function LibraryDialogs({ library, doings, asking }: Props) {
  const { close } = doings
  const { refresh } = library.asked
  switch (asking.kind) {
    case 'add':
      return <ContentPanel key="new" content={null} library={library} onClose={close} />
    case 'edit':
      return (
        <ContentPanel
          key={`${asking.content.id} ${asking.content.revision}`}
          content={asking.content}
          library={library}
          onClose={close}
          onStale={async () => {
            close()
            await refresh()
          }}
        />
      )
    case 'care':
      return <MatchingDialog content={asking.content} onClose={close} />
    case 'readers':
      return <ReadersDialog content={asking.content} onClose={close} />
    case 'delete':
      return <WarningDialog of={asking.content} what="content" library={library} onClose={close} />
    case 'deleteSection':
      return <WarningDialog of={asking.section} what="section" library={library} onClose={close} />
    case 'rename':
      return <SectionDialog section={asking.section} onClose={close} onDone={refresh} />
    case 'section': {
      const { content } = asking
      return (
        <SectionDialog
          section={null}
          onClose={close}
          onDone={async (made) => {
            await refresh()
            if (content) doings.move(content, made)
          }}
        />
      )
    }
  }
}
