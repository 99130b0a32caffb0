/** Closed word lists of the accounts context. Event codecs, row schemas, the API contract and labels derive from them. */

export const accountKinds = ['business', 'client'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Granted by the operator, never through registration or the API. @rule Q-11 Q-100 */
export const staffRoles = ['MODERATORE', 'ADMIN', 'REVISORE'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What staff roles allow. */
export const permissions = ['moderate', 'administer', 'audit'] as const
export type Permission = (typeof permissions)[number]

/** The 18 types of business, as stored and sent. @rule B-15 Q-83 D-19 */
export const businessTypes = [
  'hotel',
  'bnb',
  'restaurant',
  'hostel',
  'agriturismo',
  'casa_vacanze',
  'pizzeria',
  'bar',
  'caffe',
  'trattoria',
  'osteria',
  'pub',
  'gelateria',
  'pasticceria',
  'spa',
  'centro_benessere',
  'attivita_turistica',
  'altro',
] as const
export type BusinessType = (typeof businessTypes)[number]

/** What a client mostly travels for. */
export const travelTypes = ['business', 'leisure'] as const
export type TravelType = (typeof travelTypes)[number]

/** What two accounts may share that connects them. @rule Q-123 */
export const identifierKinds = ['phone', 'mailbox', 'payout-address', 'device'] as const
export type IdentifierKind = (typeof identifierKinds)[number]

/** Networks a social photo may come from. @rule V-24 */
export const socialPhotoSources = ['facebook', 'instagram'] as const
export type SocialPhotoSource = (typeof socialPhotoSources)[number]

/** Providers a client may sign in with. @rule B-07 P-03 */
export const socialProviders = ['google', 'facebook'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** `owner-proven`: the owner of the e-mail address reset the password; `provider-asked`: the provider requested deletion. */
export const unlinkReasons = ['owner-proven', 'provider-asked'] as const
export type UnlinkReason = (typeof unlinkReasons)[number]

/**
 * Who requested the deletion: the account's owner, or Facebook on the owner's behalf. `replaced`: nobody; its address was
 * never confirmed and has been registered again.
 */
export const deletionCauses = ['owner', 'facebook', 'replaced'] as const
export type DeletionCause = (typeof deletionCauses)[number]

/**
 * Reasons that block a deletion, in the order in which they are reported. `open-dispute`: an undecided dispute about
 * a review by the account or of its business; `open-appeal`: an undecided appeal against a permanent suspension.
 * @rule Q-92
 */
export const deletionObstacles = [
  'open-dispute',
  'pending-payout',
  'open-appeal',
  'open-proposal',
  'last-admin',
] as const
export type DeletionObstacle = (typeof deletionObstacles)[number]

/** `changed` with the current password, `reset` with an e-mailed code, `temporary` after a temporary password. */
export const passwordChangeReasons = ['changed', 'reset', 'temporary'] as const
export type PasswordChangeReason = (typeof passwordChangeReasons)[number]

/** Ways to recover an account; each requires access to its mailbox or telephone. @rule Q-03 Q-04 Q-05 */
export const recoveryMethods = ['email-by-sms', 'reset-code', 'temporary-password'] as const
export type RecoveryMethod = (typeof recoveryMethods)[number]

/** How notifications leave the app. */
export const notificationChannels = ['email', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** How often notifications are collected in one e-mail. */
export const notificationDigests = ['none', 'daily', 'weekly'] as const
export type NotificationDigest = (typeof notificationDigests)[number]

/** Kinds of names reserved for one account at a time; also the categories of their streams. `payee` is a payout address. */
export const nameCategories = ['email', 'username', 'social', 'payee'] as const
export type NameCategory = (typeof nameCategories)[number]

/** Names of the 107 Italian provinces by two-letter code. @rule C-33 D-19 */
export const provinces = {
  AG: 'Agrigento',
  AL: 'Alessandria',
  AN: 'Ancona',
  AO: 'Aosta',
  AR: 'Arezzo',
  AP: 'Ascoli Piceno',
  AT: 'Asti',
  AV: 'Avellino',
  BA: 'Bari',
  BT: 'Barletta-Andria-Trani',
  BL: 'Belluno',
  BN: 'Benevento',
  BG: 'Bergamo',
  BI: 'Biella',
  BO: 'Bologna',
  BZ: 'Bolzano',
  BS: 'Brescia',
  BR: 'Brindisi',
  CA: 'Cagliari',
  CL: 'Caltanissetta',
  CB: 'Campobasso',
  CE: 'Caserta',
  CT: 'Catania',
  CZ: 'Catanzaro',
  CH: 'Chieti',
  CO: 'Como',
  CS: 'Cosenza',
  CR: 'Cremona',
  KR: 'Crotone',
  CN: 'Cuneo',
  EN: 'Enna',
  FM: 'Fermo',
  FE: 'Ferrara',
  FI: 'Firenze',
  FG: 'Foggia',
  FC: 'Forlì-Cesena',
  FR: 'Frosinone',
  GE: 'Genova',
  GO: 'Gorizia',
  GR: 'Grosseto',
  IM: 'Imperia',
  IS: 'Isernia',
  AQ: "L'Aquila",
  SP: 'La Spezia',
  LT: 'Latina',
  LE: 'Lecce',
  LC: 'Lecco',
  LI: 'Livorno',
  LO: 'Lodi',
  LU: 'Lucca',
  MC: 'Macerata',
  MN: 'Mantova',
  MS: 'Massa-Carrara',
  MT: 'Matera',
  ME: 'Messina',
  MI: 'Milano',
  MO: 'Modena',
  MB: 'Monza e Brianza',
  NA: 'Napoli',
  NO: 'Novara',
  NU: 'Nuoro',
  OR: 'Oristano',
  PD: 'Padova',
  PA: 'Palermo',
  PR: 'Parma',
  PV: 'Pavia',
  PG: 'Perugia',
  PU: 'Pesaro e Urbino',
  PE: 'Pescara',
  PC: 'Piacenza',
  PI: 'Pisa',
  PT: 'Pistoia',
  PN: 'Pordenone',
  PZ: 'Potenza',
  PO: 'Prato',
  RG: 'Ragusa',
  RA: 'Ravenna',
  RC: 'Reggio Calabria',
  RE: 'Reggio Emilia',
  RI: 'Rieti',
  RN: 'Rimini',
  RM: 'Roma',
  RO: 'Rovigo',
  SA: 'Salerno',
  SS: 'Sassari',
  SV: 'Savona',
  SI: 'Siena',
  SR: 'Siracusa',
  SO: 'Sondrio',
  SU: 'Sud Sardegna',
  TA: 'Taranto',
  TE: 'Teramo',
  TR: 'Terni',
  TO: 'Torino',
  TP: 'Trapani',
  TN: 'Trento',
  TV: 'Treviso',
  TS: 'Trieste',
  UD: 'Udine',
  VA: 'Varese',
  VE: 'Venezia',
  VB: 'Verbano-Cusio-Ossola',
  VC: 'Vercelli',
  VR: 'Verona',
  VV: 'Vibo Valentia',
  VI: 'Vicenza',
  VT: 'Viterbo',
} as const

export type Province = keyof typeof provinces

/** Codes of the provinces of each Italian region. */
export const provincesByRegion: Readonly<Record<string, readonly Province[]>> = {
  Abruzzo: ['AQ', 'CH', 'PE', 'TE'],
  Basilicata: ['MT', 'PZ'],
  Calabria: ['CS', 'CZ', 'KR', 'RC', 'VV'],
  Campania: ['AV', 'BN', 'CE', 'NA', 'SA'],
  'Emilia-Romagna': ['BO', 'FC', 'FE', 'MO', 'PC', 'PR', 'RA', 'RE', 'RN'],
  'Friuli-Venezia Giulia': ['GO', 'PN', 'TS', 'UD'],
  Lazio: ['FR', 'LT', 'RI', 'RM', 'VT'],
  Liguria: ['GE', 'IM', 'SP', 'SV'],
  Lombardia: ['BG', 'BS', 'CO', 'CR', 'LC', 'LO', 'MB', 'MI', 'MN', 'PV', 'SO', 'VA'],
  Marche: ['AN', 'AP', 'FM', 'MC', 'PU'],
  Molise: ['CB', 'IS'],
  Piemonte: ['AL', 'AT', 'BI', 'CN', 'NO', 'TO', 'VB', 'VC'],
  Puglia: ['BA', 'BR', 'BT', 'FG', 'LE', 'TA'],
  Sardegna: ['CA', 'NU', 'OR', 'SS', 'SU'],
  Sicilia: ['AG', 'CL', 'CT', 'EN', 'ME', 'PA', 'RG', 'SR', 'TP'],
  Toscana: ['AR', 'FI', 'GR', 'LI', 'LU', 'MS', 'PI', 'PO', 'PT', 'SI'],
  'Trentino-Alto Adige': ['BZ', 'TN'],
  Umbria: ['PG', 'TR'],
  'Valle d’Aosta': ['AO'],
  Veneto: ['BL', 'PD', 'RO', 'TV', 'VE', 'VI', 'VR'],
}
