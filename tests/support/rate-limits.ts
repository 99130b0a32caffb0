const unlimited = { perAddress: 1_000_000, perKey: 1_000_000 }
/** For tests that send more requests than a person would. */
export const unlimitedRates = {
  login: unlimited,
  registration: unlimited,
  code: unlimited,
  search: unlimited,
  write: unlimited,
  upload: unlimited,
  replay: unlimited,
  click: unlimited,
  audit: unlimited,
  opening: unlimited,
}
