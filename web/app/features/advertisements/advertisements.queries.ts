import { read } from '../../shared/read.ts'

/** A-67, C-20: three on the dashboard of a business. */
export const forBusinesses = read('advertisements', 'advertisements', { query: { userType: 'user', limit: 3 } })

/** A-67, C-20: six on that of a client, read again every minute while the window is seen. */
export const forClients = {
  ...read('advertisements', 'advertisements', { query: { userType: 'client', limit: 6 } }),
  refetchInterval: 60_000,
  refetchIntervalInBackground: false,
}
