/** The rooms of the page. */
export const rooms = ['lab', 'lessons', 'search', 'runs'] as const;
export type Room = (typeof rooms)[number];

/** Where the presenter is, so that the audience can come along. */
export interface PresenterPlace {
  room: Room;
  /** What is open in it, such as a lesson's name; `null`: nothing in particular. */
  id: string | null;
  /** Of a lesson: which part; `null` elsewhere. */
  step: string | null;
}

/** Characters of an id, and of a step; a comparison of a dozen runs names them all. */
export const longestPlaceName = 400;

/** `GET /api/join`: addresses by which others reach the page, the likeliest first; none: nobody else can. */
export interface Join {
  urls: string[];
}
