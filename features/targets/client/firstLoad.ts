// Code to load first: the Tracker's lists, where most people start.
import type { FirstLoad } from '#core/client/firstLoad.ts'

/** Modules of client/loadAhead.ts, except the dense list and the detail page, where people can start as well. */
const ahead = [
  'list/client/BulkBar.tsx',
  'list/client/BulkDate.tsx',
  'list/client/Shortcuts.tsx',
  'list/client/TileMenu.tsx',
  'list/client/TileEdit.tsx',
  'steps/client/Calendar.tsx',
  'trash/client/DeletedHead.tsx',
  'score/client/FigureDialog.tsx',
  'list/client/SortItems.tsx',
  'list/client/FilterItems.tsx',
  'list/client/Filters.tsx',
  'list/client/NothingFound.tsx',
  'forms/client/CreateTarget.tsx',
  'outcome/client/CompleteDialog.tsx',
  'outcome/client/LoseDialog.tsx',
  'steps/client/NextStepDialog.tsx',
  'steps/client/ChooseDateDialog.tsx',
  'steps/client/RemindDialog.tsx',
  'trash/client/DestroyDialog.tsx',
  'controls/client/ControlsDialog.tsx',
  'sharing/client/ShareDialog.tsx',
  'sharing/client/RevokeDialog.tsx',
  'sharing/client/HandOverDialog.tsx',
]

export const firstLoad: readonly FirstLoad[] = [
  { name: 'inside', files: ['client/offline.ts'] },
  {
    name: 'tracker',
    files: ['client/TargetDialogs.tsx', 'list/client/TargetsPage.tsx'],
    opens: /^\/($|targets)/,
  },
  {
    name: 'soon',
    files: [
      'client/loadAhead.ts',
      'client/OpenedDialog.tsx',
      'client/TargetNotices.tsx',
      'list/client/EmptyList.tsx',
      'list/client/ListTools.tsx',
      'list/client/PullRing.tsx',
      'list/client/ToolbarEnd.tsx',
      'list/client/ToolbarTools.tsx',
      'list/client/ViewSwitch.tsx',
      'score/client/SummaryFigures.tsx',
      'sharing/client/Invitations.tsx',
    ],
    opens: 'later',
  },
  { name: 'later', files: ahead, opens: 'later' },
]
