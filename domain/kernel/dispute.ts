import { clear, pii } from './event.ts'
import { Id, nullable, Text } from './primitives.ts'
import { disputeMessageLength, disputeStatementLength, maxDisputeNotesLength } from './rules.ts'
import { exceeds, fitsLength, trimToNull } from './text.ts'

/** Texts of disputes about reviews and of contested ratings. */
export type DisputeTextRejection =
  /** The explanation of the party that disputes is too short or too long. */
  | { readonly type: 'DisputeMessageLength'; readonly min: number; readonly max: number }
  /** The party's statement is too short or too long. */
  | { readonly type: 'StatementLength'; readonly min: number; readonly max: number }
  /** The moderator's notes or the resolution exceed the limit. */
  | { readonly type: 'DisputeNotesTooLong'; readonly field: keyof DisputeNotes; readonly max: number }

/** @rule V-48 @rule C-24 length of the message */
export const messageRejection = (message: string): DisputeTextRejection | null =>
  fitsLength(message, disputeMessageLength) ? null : { type: 'DisputeMessageLength', ...disputeMessageLength }

export const statementRejection = (message: string): DisputeTextRejection | null =>
  fitsLength(message, disputeStatementLength) ? null : { type: 'StatementLength', ...disputeStatementLength }

export interface DisputeNotes {
  /** For moderators only. */
  readonly moderatorNotes: string | null
  /** For the parties. */
  readonly resolution: string | null
}

export const trimNotes = ({ moderatorNotes, resolution }: DisputeNotes): DisputeNotes => ({
  moderatorNotes: trimToNull(moderatorNotes),
  resolution: trimToNull(resolution),
})

/** @rule V-50 */
export const notesRejection = (notes: DisputeNotes): DisputeTextRejection | null => {
  const field = (['moderatorNotes', 'resolution'] as const).find((name) => exceeds(notes[name], maxDisputeNotesLength))
  return field === undefined ? null : { type: 'DisputeNotesTooLong', field, max: maxDisputeNotesLength }
}

/** Event fields of a moderator's decision; its texts are personal data of `subject`. */
export const moderatorFields = <const S extends string>(subject: S) => ({
  by: clear(Id),
  moderatorNotes: pii(subject, nullable(Text), null),
  resolution: pii(subject, nullable(Text), null),
})
