import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StorageFailure } from './credentials.ts'

type Stored<A> = TE.TaskEither<StorageFailure, A>

export interface Photo {
  readonly id: string
  readonly owner: string
}

/** Pictures that were handed in. Personal data: whoever's they are, with that account's key they are gone. */
export interface Photos {
  /**
   * Answers its id, which nobody can guess. The same picture of the same account is one picture. Null when the account
   * has been erased.
   */
  readonly keep: (owner: string, picture: Uint8Array, at: Instant) => Stored<string | null>
  /** Null for one that never was, was dropped, or is gone with its owner. */
  readonly find: (id: string) => Stored<Uint8Array | null>
  /** From now on no sweep takes it away; false when this account has no such picture. */
  readonly use: (photo: Photo) => Stored<boolean>
  readonly drop: (photo: Photo) => Stored<void>
  readonly forget: (owner: string) => Stored<void>
  /** Removes what nobody made use of for a day; how many. */
  readonly sweep: (at: Instant) => Stored<number>
}

/** So many pictures not in use an account may have; of more, the oldest go. */
export const mostUnused = 20

export type PictureFlaw = { readonly type: 'NotAPicture' } | { readonly type: 'PictureTooLarge' }

export interface Pictures {
  /** A JPEG of our own making, at most 400 pixels long (C-13), with nothing in it but the picture. */
  readonly redraw: (file: Uint8Array) => TE.TaskEither<PictureFlaw, Uint8Array>
}

/** 5 MB of file (C-12). */
export const largestFile = 5 * 1024 * 1024
