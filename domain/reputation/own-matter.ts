/** Who judges has a part in the matter: wrote it, reported it, or is whom it is about (points settled 2). */
export interface OwnMatter {
  readonly type: 'OwnMatter'
}
