// Replaces unavailable browser databases with ones in this page's memory.
import 'fake-indexeddb/auto'
