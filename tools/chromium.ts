/** Parts of Chromium that tests, pictures, and benchmarks do without. The last such flag counts, so it repeats what Playwright turns off and adds the pages that Chromium loads for the suggestions of its address bar, which cost more than a page of ours. */
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

/** Flags for the machine's own Chromium in browser tests, pictures, and benchmarks. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unused.join(',')}`,
]
