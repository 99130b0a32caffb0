const generous = { perAddress: 1_000_000, perKey: 1_000_000 }
/** For tests that send more than any person would. */
export const boundless = {
  login: generous,
  registration: generous,
  code: generous,
  search: generous,
  write: generous,
  upload: generous,
  replay: generous,
  click: generous,
}
