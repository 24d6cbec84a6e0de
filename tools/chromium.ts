/**
 * Features that tests, screenshots, and benchmarks don't need. Only the last such flag counts, so it repeats what
 * Playwright disables. It adds the pages for address bar suggestions, which cost more than one of Pursuit's.
 */
const unused = [
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...[
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
  ],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  ...['ThirdPartyStoragePartitioning', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'],
]

/** For the machine's own Chromium. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unused.join(',')}`,
]
