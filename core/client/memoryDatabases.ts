// Local databases in this page's memory, in place of the browser's own. Loaded where those can't be had.
import 'fake-indexeddb/auto'
