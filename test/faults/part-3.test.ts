import { everyThird, playedRows } from "./played.ts";

playedRows("Faults, part 3 of 3", everyThird(2));
