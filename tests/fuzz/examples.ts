import { z } from 'zod'
import type { Endpoint } from '../../web/contract/endpoint.ts'
import type { EndpointName } from '../../web/contract/endpoints.ts'
import { dateInDays } from '../support/sample-values.ts'
import { password } from '../support/users.ts'
import type { Caller, World } from './world.ts'

/** A valid request of an endpoint. */
export interface Example {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

type Values = Readonly<Record<string, unknown>>

interface Peculiarities {
  readonly caller?: Caller
  /** Replace values of parameters and fields; `undefined` leaves a field out. */
  readonly values?: (ids: World['ids']) => Values
}

/** A valid request, made from the schemas of the endpoint and the world. */
export const exampleOf = (name: EndpointName, endpoint: Endpoint, { ids, bodies }: World): Example => {
  const { caller, values } = peculiarities[name] ?? {}
  const known = { ...commonValues(ids), ...values?.(ids), ...bodies[name] }
  const query = objectOf(endpoint.query, known)
  return {
    caller: caller ?? callerByAccess[endpoint.access],
    params: textsOf(objectOf(endpoint.params, known)),
    query: textsOf(query),
    body: endpoint.body === undefined ? undefined : sampleOf(jsonSchemaOf(endpoint.body), known),
  }
}

const callerByAccess: Readonly<Record<Endpoint['access'], Caller>> = {
  anyone: 'visitor',
  'signed-in': 'client',
  business: 'business',
  client: 'client',
  moderator: 'moderator',
  admin: 'admin',
  auditor: 'auditor',
}

/** Values of fields and parameters by name, unless the endpoint is peculiar. */
const commonValues = (ids: World['ids']): Values => ({
  ...ids,
  id: ids['businessId'],
  disputeId: ids['reviewId'],
  userId: ids['accountId'],
  targetId: ids['businessId'],
  targetType: 'BUSINESS',
  code: '123456',
  verificationCode: '123456',
  token: 'nobody.AAAA',
  cursor: undefined,
  username: `utente-${ids['businessId']?.slice(0, 8)}`,
  email: ids['clientEmail'],
  password,
  newPassword: 'Arrivederci.2027!',
  currentPassword: password,
  phone: '+39 333 1234567',
  location: 'Via del Corso 12, Roma',
  province: 'RM',
  userType: 'client',
  from: dateInDays(-10),
  to: dateInDays(-5),
  stayDate: dateInDays(-30),
  checkIn: dateInDays(40),
  checkOut: dateInDays(43),
  day: dateInDays(-2),
  returning: undefined,
  counted: undefined,
  answered: undefined,
  reference: 'places/one/photos/two',
  year: String(new Date().getUTCFullYear()),
  destination: 'Roma',
  lat: '41.9',
  lng: '12.5',
  walletAddress: ids['guestWalletAddress'],
  publicWalletAddress: ids['venueWalletAddress'],
  payoutThreshold: 10,
  commissionRate: 5,
  durationDays: 30,
  confirmationText: 'ELIMINA IL MIO ACCOUNT',
  endpoint: 'https://push.example/one',
  p256dh: 'B'.repeat(87),
  auth: 'A'.repeat(22),
  accessToken: 'facebook-token',
  userID: '12345',
  evidenceUrls: ['https://foto.example/a.jpg'],
  businessPhoto: 'https://foto.example/a.jpg',
  profilePhoto: 'https://foto.example/a.jpg',
  socialPhotoUrl: 'https://foto.example/a.jpg',
  ref: null,
  seenVersion: undefined,
  lastReadId: undefined,
})

const asBusiness = { caller: 'business' } as const
const asLeaver = { caller: 'leaver' } as const
const newEmail = (name: string) => (ids: World['ids']) => ({
  email: `${name}-${ids['businessId']?.slice(0, 8)}@example.it`,
})

/** The API rejects the fields of the other kind of account. */
const noClientFields = {
  firstName: undefined,
  lastName: undefined,
  age: undefined,
  residence: undefined,
  travelType: undefined,
  photoConsent: undefined,
}

const peculiarities: Partial<Readonly<Record<EndpointName, Peculiarities>>> = {
  login: { values: (ids) => ({ username: ids['businessEmail'] }) },
  registerBusiness: { values: newEmail('struttura') },
  registerClient: { values: newEmail('cliente') },
  createClient: { values: newEmail('ospite') },
  logout: asLeaver,
  endSession: { ...asLeaver, values: (ids) => ({ id: ids['sessionId'] }) },
  endOtherSessions: asLeaver,
  verifyEmail: {
    values: (ids) => ({ clientId: ids['unconfirmedClientId'], verificationCode: ids['unconfirmedClientCode'] }),
  },
  confirmEmail: { values: (ids) => ({ token: ids['confirmationToken'] }) },
  resetPassword: { values: (ids) => ({ email: ids['spareEmail'], code: ids['resetCode'] }) },
  sendTemporaryPassword: { values: (ids) => ({ email: ids['spareEmail'] }) },
  changePassword: asLeaver,
  registerPasskeyChallenge: { values: (ids) => ({ userId: ids['accountId'] }) },
  updateProfile: { ...asBusiness, values: (ids) => ({ ...noClientFields, email: ids['businessEmail'] }) },
  confirmNewEmail: { ...asLeaver, values: (ids) => ({ code: ids['newEmailCode'] }) },
  completeProfile: { values: (ids) => ({ email: ids['businessEmail'] }) },
  setNotificationSettings: { values: () => ({ email: true, sms: true, push: true }) },
  loginWithPasskey: asLeaver,
  photo: { values: (ids) => ({ id: ids['photoId'] }) },
  subscribeToPush: { values: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/one' }) },
  uploadPhoto: asBusiness,
  readNotification: { values: (ids) => ({ id: ids['notificationId'] }) },
  editReview: { values: (ids) => ({ id: ids['editableReviewId'] }) },
  publishReply: { values: (ids) => ({ id: ids['reviewId'] }) },
  withdrawReply: { values: (ids) => ({ id: ids['otherReviewId'] }) },
  flagReview: { ...asBusiness, values: (ids) => ({ id: ids['reviewId'] }) },
  openDispute: { values: (ids) => ({ id: ids['disputableReviewId'] }) },
  disputeThread: { ...asBusiness, values: (ids) => ({ id: ids['reviewId'] }) },
  fileStatement: { caller: 'client', values: (ids) => ({ id: ids['reviewId'] }) },
  rateClient: { values: (ids) => ({ clientId: ids['clientId'], clientEmail: undefined }) },
  addTestRating: { values: (ids) => ({ email: ids['clientEmail'] }) },
  contestRating: { values: (ids) => ({ ratingId: ids['receivedRatingId'] }) },
  answerContest: { values: (ids) => ({ ratingId: ids['contestedRatingId'] }) },
  decideRatingContest: { values: (ids) => ({ ratingId: ids['contestedRatingId'], outcome: 'STRUCK' }) },
  clientByEmail: { ...asBusiness, values: (ids) => ({ email: ids['clientEmail'] }) },
  nextCase: { values: () => ({ lane: 'disputes' }) },
  moderateReview: {
    values: (ids) => ({
      id: ids['editableReviewId'],
      moderationStatus: 'HIDDEN',
      ground: 'OFFENSIVE',
      violation: undefined,
    }),
  },
  setDisputeStatus: {
    values: () => ({
      status: 'UNDER_REVIEW',
      resolution: undefined,
      ground: undefined,
      facts: undefined,
      violation: undefined,
    }),
  },
  removeRating: { values: (ids) => ({ ratingId: ids['removableRatingId'] }) },
  imposeSanction: { values: (ids) => ({ userId: ids['businessId'] }) },
  suggestReasons: { values: (ids) => ({ id: ids['reviewId'] }) },
  dsaStatement: { values: (ids) => ({ id: ids['decisionId'] }) },
  lodgeAppeal: { caller: 'sanctioned', values: (ids) => ({ id: ids['appealableDecisionId'] }) },
  takeAppealUnderReview: { caller: 'admin' },
  decideFlag: { values: () => ({ status: 'DISMISSED', ground: 'NO_VIOLATION', violation: undefined }) },
  approveReversal: { caller: 'admin' },
  submitReview: { ...asLeaver, values: (ids) => ({ targetId: ids['secondVenueId'] }) },
  decideAppeal: {
    caller: 'admin',
    values: () => ({ outcome: 'UPHELD', measure: undefined, ground: undefined, violation: undefined }),
  },
  draftReversalPlan: { values: (ids) => ({ id: ids['reversibleReviewId'] }) },
  latestReversalOfReview: { values: (ids) => ({ id: ids['reversibleReviewId'] }) },
  findAccounts: { values: (ids) => ({ query: ids['clientEmail'] }) },
  consentToSanction: { caller: 'admin', values: (ids) => ({ id: ids['proposedSanctionId'] }) },
  refuseSanction: { caller: 'admin', values: (ids) => ({ id: ids['refusableSanctionId'] }) },
  liftSanction: { values: (ids) => ({ id: ids['liftableSanctionId'] }) },
  decideSanctionAppeal: {
    caller: 'admin',
    values: (ids) => ({ id: ids['appealedSanctionId'], decision: undefined, reason: undefined }),
  },
  appealSanction: { caller: 'sanctioned', values: (ids) => ({ id: ids['sanctionId'] }) },
  redeemReward: { values: (ids) => ({ code: ids['rewardCode'] }) },
  rewardExplanation: { values: (ids) => ({ code: ids['rewardCode'] }) },
  configureWallet: { values: (ids) => ({ id: ids['businessId'] }) },
  cancelBooking: { values: (ids) => ({ id: ids['bookingId'] }) },
  clickAdvertisement: { values: (ids) => ({ id: ids['advertisementId'] }) },
  draftRuleSet: { values: () => ({ name: 'ava', version: 2 }) },
  requestSimulation: { values: (ids) => ({ name: 'ava', id: ids['draftId'] }) },
  activateRuleSet: { values: (ids) => ({ name: 'ava', id: ids['draftId'] }) },
  decideProgramme: { values: (ids) => ({ id: ids['programmeId'] }) },
  deleteAccount: asLeaver,
  unsubscribe: { values: (ids) => ({ token: ids['unsubscribeToken'] }) },
  disownRatings: { values: (ids) => ({ token: ids['disownToken'] }) },
  undoWalletAddress: { values: (ids) => ({ token: ids['undoToken'] }) },
  sendSupportMessage: { values: () => ({ requestId: undefined }) },
  closeSupportRequest: { values: (ids) => ({ id: ids['supportRequestId'] }) },
  answerSupportRequest: { values: (ids) => ({ id: ids['unansweredSupportRequestId'] }) },
  consistency: { values: () => ({ from: 1, to: 1 }) },
  auditedStream: {
    caller: 'auditor',
    values: (ids) => ({ stream: `review-${ids['reviewId']}`, at: ids['position'], from: '1' }),
  },
  streamChanges: {
    caller: 'auditor',
    values: (ids) => ({ stream: `review-${ids['reviewId']}`, from: '2026-01-01T00:00:00Z', to: ids['position'] }),
  },
  openStream: { values: (ids) => ({ stream: `review-${ids['reviewId']}`, reason: 'Verifica di un reclamo.' }) },
  caseBundle: { caller: 'auditor', values: (ids) => ({ caseId: `review-${ids['reviewId']}` }) },
  inclusionProof: { caller: 'auditor', values: (ids) => ({ eventId: ids['decisionId'], size: undefined }) },
  searchEvents: {
    values: (ids) => ({
      q: ids['accountId'],
      ...Object.fromEntries(['category', 'type', 'actor', 'subject', 'from', 'to'].map((name) => [name, undefined])),
    }),
  },
  correlation: { values: (ids) => ({ correlationId: ids['reviewId'] }) },
  accessLog: {
    values: (ids) => ({ subject: ids['accountId'], from: undefined, to: undefined, what: undefined, actor: undefined }),
  },
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>()
const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const made =
    jsonSchemas.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
  jsonSchemas.set(schema, made)
  return made
}

const objectOf = (schema: z.ZodType | undefined, known: Values): Values =>
  schema === undefined ? {} : (sampleOf(jsonSchemaOf(schema), known) as Values)

const textsOf = (values: Values): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** A value that the schema accepts, with all optional fields; `known` has the values of fields by name. */
const sampleOf = (schema: JsonSchema, known: Values, root = schema): unknown => {
  if (schema.$ref !== undefined) return sampleOf(root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}, known, root)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {}, known, root)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
          const value = name in known ? known[name] : sampleOf(part, known, root)
          return value === undefined ? [] : [[name, value]]
        }),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}, known, root))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, schema.minimum === undefined || schema.minimum < 1 ? 1 : 0)
    case 'boolean':
      return true
    case 'string':
      return 'Un testo di prova abbastanza lungo.'.slice(0, schema.maxLength ?? 100)
    case undefined:
    default:
      return null
  }
}
