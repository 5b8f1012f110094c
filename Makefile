# Thin front for CMake. make, make demo, make test; the presets are in CMakePresets.json.
PREFIX ?= /usr/local
PRESET ?= release
BUILD = build/$(PRESET)
JOBS := $(shell nproc)
MAKEFLAGS += --no-print-directory
CTEST = ctest --test-dir $(BUILD) --output-on-failure

.PHONY: all configure dependencies demo test test-long test-reference bench-peers install format clean

all: configure
	cmake --build $(BUILD)
	@ln -sfn $(PRESET)/cuzk build/cuzk

configure:
	@mkdir -p build
	@cmake --preset $(PRESET) > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

dependencies:
	@scripts/install-deps.sh

demo: dependencies
	@$(MAKE) all
	@scripts/demo.sh

test: dependencies
	@$(MAKE) all
	@$(CTEST) -j $(JOBS) -LE long

# Hours of work or tens of GB of memory.
test-long: all
	@$(CTEST) -L long

# Our files judged by the reference implementation; needs cargo.
test-reference: all
	@CUZK=$(CURDIR)/build/cuzk python3 tests/reference/judge.py

# Ours against blst on this machine, alternating; needs cargo.
bench-peers: all
	@CUZK=$(CURDIR)/build/cuzk python3 bench/peers.py

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

format:
	git ls-files '*.c' '*.h' ':!src/field/*adx.inc.h' | xargs clang-format-14 -i

clean:
	rm -rf build
