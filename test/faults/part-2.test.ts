import { everyThird, playedRows } from "./played.ts";

playedRows("Faults, part 2 of 3", everyThird(1));
