export const channelLabels: Record<string, string> = { mail: 'Email', text: 'Text messages', push: 'Push messages' }
