/**
 * Stores that hold data of an account, in the order of erasure: sessions and device tokens; passwords, passkeys and codes;
 * reserved names; future bookings; photos; deliveries and reading marks of notifications; the account’s id in the access log;
 * encryption keys. Keys come last
 * because finding the rest requires reading sealed data. @rule B-45
 */
export const dataStores = [
  'sessions',
  'credentials',
  'names',
  'bookings',
  'photos',
  'notifications',
  'access-log',
  'keys',
] as const
export type DataStore = (typeof dataStores)[number]
