// Notices of the Tracker with their texts. Source: RULINGS, section 5.
import { defineNotice } from '#core/contract/notice.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'

export const weeklyAlert = defineNotice({
  kind: 'weekly_alerts',
  label: 'Weekly alerts',
  flag: trackerFlag,
  why: 'Monday at 7 AM: what’s overdue, what’s due this week, and your score.',
  switches: { email: 'Weekly alert by email' },
  leaves: 'soon',
  level: 'daily',
  title: 'Your week',
  button: 'Open my Targets',
  several: (count) => `${count} weekly alerts`,
})

export const dailyNudge = defineNotice({
  kind: 'daily_nudges',
  label: 'Daily nudges',
  flag: trackerFlag,
  why: 'Weekdays at 8 AM: your steps for the day.',
  switches: { email: 'Daily nudge by email', push: 'Daily nudge by push' },
  leaves: 'soon',
  level: 'daily',
  title: 'Your day',
  button: 'Open my Targets',
  several: (count) => `${count} daily nudges`,
})

export const invitation = defineNotice({
  kind: 'personal_collaboration_requests',
  label: 'Personal collaboration requests',
  flag: trackerFlag,
  why: 'A colleague invites you to a Target.',
  switches: {
    email: 'Personal collaboration requests by email',
    push: 'Personal collaboration requests by push',
  },
  leaves: 'soon',
  level: 'asks',
  title: 'Invitation',
  button: 'Answer the invitation',
  several: (count) => `${count} invitations to collaborate`,
})

/** Sent to the managers of the invited person's groups. */
export const invitationInGroup = defineNotice({
  kind: 'group_collaboration_requests',
  label: 'Group collaboration requests',
  flag: trackerFlag,
  why: 'Someone in a group you manage is invited to a Target.',
  switches: { email: 'Group collaboration requests by email', push: 'Group collaboration requests by push' },
  leaves: 'soon',
  title: 'Invitation in your group',
  button: 'Open the Target',
  several: (count) => `${count} invitations in your groups`,
})

export const sharedUpdate = defineNotice({
  kind: 'shared_target_updates',
  label: 'Shared Target updates',
  flag: trackerFlag,
  why: 'A collaborator completes a step, writes a note, or changes the status of a Target you share.',
  switches: { email: 'Shared target updates by email', push: 'Shared target updates by push' },
  leaves: 'bundled',
  level: 'daily',
  title: 'Shared Target',
  button: 'Open the Target',
  several: (count) => `${count} updates to Targets you share`,
})

export const stepReminder = defineNotice({
  kind: 'reminders',
  label: 'Reminders',
  flag: trackerFlag,
  switches: {},
  leaves: 'asked',
  title: 'Reminder',
  button: 'Open the Target',
  several: (count) => `${count} reminders`,
  because: 'You asked Pursuit for this reminder.',
})

/** A manager's request. It is shown in the inbox and has no setting. */
export const overlapRequest = defineNotice({
  kind: 'overlap_requests',
  label: 'Overlaps',
  flag: trackerFlag,
  switches: {},
  leaves: 'soon',
  title: 'Work together',
  button: 'Open the Target',
  several: (count) => `${count} overlaps`,
})

/** Ordered as in the settings. */
export const targetNotices = [
  weeklyAlert,
  dailyNudge,
  invitation,
  invitationInGroup,
  sharedUpdate,
  stepReminder,
  overlapRequest,
]
