/* For tests: a dump of a circuit as text, compared with matrices and values.
 *
 * Lines "A:", "B:", "C:" hold the terms of a constraint, " i0*1" for an input and " a7*1f" for an
 * aux wire, with the coefficient in big-endian hexadecimal; "w 7 .." a value, little-endian. Other
 * lines are names. Source: tests/golden/gadgets. */

static void assert_hex(const uint8_t *bytes, const char *text)
{
    char found[2 * 32 + 1];
    hex_encode(found, bytes, 32);
    assert_string_equal(found, text);
}

/* The next line of the dump that starts with the prefix, without it and the line end. */
static char *next_line(FILE *dump, char **line, size_t *size, const char *prefix)
{
    while (getline(line, size, dump) >= 0) {
        if (strncmp(*line, prefix, strlen(prefix)) == 0) {
            (*line)[strcspn(*line, "\n")] = 0;
            return *line + strlen(prefix);
        }
    }
    fail_msg("no line \"%s\" any more", prefix);
    return NULL;
}

/* Parses " a7*1f" at *text and moves behind it. */
static void parse_term(char **text, bool *is_input, uint32_t *index, fr *coefficient)
{
    char *end, hex[65];
    assert_true(**text == ' ');
    *is_input = (*text)[1] == 'i';
    *index = (uint32_t)strtoul(*text + 2, &end, 10);
    assert_true(*end == '*');
    size_t digits = strspn(end + 1, "0123456789abcdef");
    assert_true(digits >= 1 && digits <= 64);
    memset(hex, '0', 64);
    memcpy(hex + 64 - digits, end + 1, digits);
    hex[64] = 0;
    uint8_t big[32], little[32];
    assert_int_equal(hex_decode(big, 32, hex, "coefficient", NULL), STATUS_OK);
    for (int i = 0; i < 32; i++) {
        little[i] = big[31 - i];
    }
    assert_int_equal(fr_from_bytes(coefficient, little, "coefficient", NULL), STATUS_OK);
    *text = end + 1 + digits;
}

static void compare_rows(FILE *dump, const struct r1cs_matrices *matrices)
{
    static const char *const prefixes[3] = {"A:", "B:", "C:"};
    assert_int_equal(matrices->block_count, 1);
    const struct r1cs_block *block = &matrices->blocks[0];
    char *line = NULL;
    size_t size = 0;
    for (size_t k = 0; k < 3 * (size_t)block->row_count; k++) {
        char *text = next_line(dump, &line, &size, prefixes[k % 3]);
        for (uint32_t i = block->term_start[k]; i < block->term_start[k + 1]; i++) {
            bool is_input, found_is_input;
            uint32_t index;
            fr coefficient;
            parse_term(&text, &is_input, &index, &coefficient);
            uint32_t found =
                r1cs_place(&matrices->instances[0], block->term_wire[i], &found_is_input);
            const fr *value = &matrices->coefficients[block->term_coefficient[i]];
            if (found != index || found_is_input != is_input || !fr_equal(value, &coefficient)) {
                fail_msg("row %zu, %s term %u differs", k / 3, prefixes[k % 3],
                         i - block->term_start[k]);
            }
        }
        assert_true(*text == 0);
    }
    free(line);
}

static void compare_values(FILE *dump, const struct r1cs_matrices *matrices,
                           const struct assignment *assignment)
{
    char *line = NULL;
    size_t size = 0;
    for (uint32_t i = 0; i < matrices->aux_count; i++) {
        char *text = next_line(dump, &line, &size, "w ");
        assert_int_equal(strtoul(text, &text, 10), i);
        fr value;
        uint8_t bytes[32];
        assignment_expand(&value, assignment, matrices, i, 1);
        fr_to_bytes(bytes, &value);
        assert_hex(bytes, text + 1);
    }
    assert_int_equal(getline(&line, &size, dump), -1);
    free(line);
}
