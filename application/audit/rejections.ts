export type AuditRejection =
  /** No event has this id, it is not in the tree yet, or the caller may not see it. */
  | { readonly type: 'EventNotFound' }
  /** The tree never had such a size, or the event is not in a tree of that size. */
  | { readonly type: 'TreeSizeInvalid' }
  /** The export with proofs takes the caller's password again; it is missing or wrong. */
  | { readonly type: 'ExportPasswordNeeded' }
  /** An event of the archive is not in a signed tree yet. */
  | { readonly type: 'ArchiveNotSealed' }
  /** Only administrators search events by e-mail address. */
  | { readonly type: 'EmailSearchReserved' }
  /** No event has this correlation id. */
  | { readonly type: 'CorrelationNotFound' }
  /** No event was recorded in a stream of this name. */
  | { readonly type: 'StreamNotFound' }
  /** The moment to compare with is before the first one. */
  | { readonly type: 'MarksReversed' }
  /** No checkpoint has this size. */
  | { readonly type: 'CheckpointNotFound' }
  /** The line is not a cosignature of this checkpoint by a known witness. */
  | { readonly type: 'CosignatureInvalid' }
